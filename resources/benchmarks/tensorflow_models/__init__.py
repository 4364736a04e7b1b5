"""Five of the models for TensorFlow 1.13 to 2.x, with tf.keras.layers. Written to the documented interface and tested with
a stand-in; never run with TensorFlow itself.
"""
