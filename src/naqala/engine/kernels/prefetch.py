"""Asking for memory before it is needed."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from naqala.engine.kernels.compiled import kernel


@intrinsic
def _prefetch(typing_context, array, index):
    """`llvm.prefetch` of `array[index]`, the index not checked."""

    def generate(context, builder, signature, arguments):
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        item = context.get_data_type(signature.args[0].dtype)
        place = builder.gep(view.data, [arguments[1]], source_etype=item)
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.PointerType(), word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [ir.PointerType()], kind)
        # For reading, to be kept in all levels of the cache, data.
        builder.call(function, [place, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, index), generate


@kernel
def prefetch(array, index):
    """Begins to load the cache line of `array[index]`; changes nothing."""
    # An intrinsic is called without the typing context that its definition names.
    _prefetch(array, index)  # type: ignore[call-arg]
