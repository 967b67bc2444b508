"""Texts laid out as torch's Inductor lays out its files."""

ROWS = """
import triton
import triton.language as tl

from torch._inductor.runtime import triton_helpers, triton_heuristics
from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
triton_helpers.set_driver_to_gpu()

@triton.jit
def _triton_helper_fn_add0(arg0_0, arg1_0):
    tmp0 = arg0_0 + arg1_0
    return tmp0

@triton_heuristics.persistent_reduction(
    size_hints={'x': 128, 'r0_': 512},
    reduction_hint=ReductionHint.INNER,
    filename=__file__,
    triton_meta={'signature': {'in_ptr0': '*fp16', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', \
'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80)},
    inductor_meta={'grid_type': 'Grid1D', 'autotune_hints': set(), 'num_load': 1, 'num_reduction': 1}
)
@triton.jit
def triton_per_fused_sum_0(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    xnumel = 100
    r0_numel = 400
    R0_BLOCK: tl.constexpr = 512
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
    xmask = xindex < xnumel
    r0_index = tl.arange(0, R0_BLOCK)[None, :]
    r0_mask = r0_index < r0_numel
    r0_1 = r0_index
    x0 = xindex
    tmp0 = tl.load(in_ptr0 + (r0_1 + 400*x0), r0_mask & xmask, other=0.0).to(tl.float32)
    tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
    tmp3 = tl.where(r0_mask & xmask, tmp1, 0)
    tmp4 = tl.reduce(tmp3, 1, _triton_helper_fn_add0)[:, None].to(tl.float32)
    tl.store(out_ptr0 + (x0), tmp4, xmask)
"""

SCALE = """
import triton
import triton.language as tl

from torch._inductor.runtime import triton_helpers, triton_heuristics
from torch._inductor.runtime.hints import DeviceProperties

@triton_heuristics.pointwise(
    size_hints={'x': 65536},
    filename=__file__,
    triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*bf16', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, \
'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80)},
    inductor_meta={'grid_type': 'Grid1D', 'num_load': 1, 'num_reduction': 0},
    min_elem_per_thread=0
)
@triton.jit
def triton_poi_fused_mul_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = xindex < xnumel
    tmp0 = tl.load(in_ptr0 + (xindex), xmask)
    tl.store(out_ptr0 + (xindex), tmp0 * 2.0, xmask)
"""

#: The first kernel is compiled for its sizes; of the second one the sizes are left open.
MODULE = f"""# AOT ID: ['0_inference']
import torch
from torch._inductor.async_compile import AsyncCompile

assert_size_stride = torch._C._dynamo.guards.assert_size_stride
empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda
reinterpret_tensor = torch._C._dynamo.guards._reinterpret_tensor
async_compile = AsyncCompile()


# Topologically Sorted Source Nodes: [sum_1], Original ATen: [aten.sum]
triton_per_fused_sum_0 = async_compile.triton('triton_per_fused_sum_0', '''{ROWS}''', device_str='cuda')


triton_poi_fused_mul_1 = async_compile.triton('triton_poi_fused_mul_1', '''{SCALE}''', device_str='cuda')

async_compile.wait(globals())
del async_compile

class Runner:
    def __init__(self, partitions):
        self.partitions = partitions

    def call(self, args):
        arg0_1, arg1_1, arg2_1 = args
        args.clear()
        s0 = arg1_1
        assert_size_stride(arg0_1, (100, 400), (400, 1), 'input')
        assert_size_stride(arg2_1, (s0, 300), (300, 1), 'input')
        with torch.cuda._DeviceGuard(0):
            torch.cuda.set_device(0)
            arg0_1 = copy_if_misaligned(arg0_1)
            arg2_1 = copy_if_misaligned(arg2_1)
            buf0 = empty_strided_cuda((100, ), (1, ), torch.float32)
            raw_stream0 = get_raw_stream(0)
            triton_per_fused_sum_0.run(arg0_1, buf0, 100, 400, stream=raw_stream0)
            del arg0_1
            buf1 = empty_strided_cuda((s0, 300), (300, 1), torch.bfloat16)
            triton_poi_fused_mul_1_xnumel = 300*s0
            triton_poi_fused_mul_1.run(arg2_1, buf1, triton_poi_fused_mul_1_xnumel, stream=raw_stream0)
            del arg2_1
        return (buf0, buf1, )

runner = Runner(partitions=[])
call = runner.call


def get_args():
    from torch._dynamo.testing import rand_strided
    arg0_1 = rand_strided((100, 400), (400, 1), device='cuda:0', dtype=torch.float16)
    arg1_1 = 120
    arg2_1 = rand_strided((120, 300), (300, 1), device='cuda:0', dtype=torch.float32)
    return [arg0_1, arg1_1, arg2_1]


def benchmark_compiled_module(args, times=10, repeat=10):
    from torch._inductor.utils import print_performance
    return print_performance(lambda: call(list(args)), times=times, repeat=repeat, device='cuda')
"""
