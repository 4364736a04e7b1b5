"""The models, one file a family, each with a class Model. smallcnn.py is not one of them: it is the demo training, a
script that runs by itself.
"""
