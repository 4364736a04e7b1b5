class OptimizerV2:
    def apply_gradients(self, gradients):
        return None
