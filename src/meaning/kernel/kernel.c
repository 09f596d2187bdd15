/*
 * The arithmetic of a BERT encoder for WebAssembly SIMD: what transformer.ts calls, one function per operation.
 *
 * Weights are int8 with one scale per output row. Activations are rounded to 14 bits with one scale per token: the
 * 16-bit multiply-add costs the same as with 8 bits, so nearly nothing is lost on their side.
 *
 * Every matrix lies row by row; rows of tokens are padded to a multiple of TOKENS by the caller, and all widths are
 * multiples of 16. No function uses the heap or needs the C library.
 */
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* Tokens and output rows that are multiplied together: eight sums, which fit into the registers. */
enum { TOKENS = 4, OUTPUTS = 2 };
/* Weights that stay in the first cache while all tokens pass by. */
enum { BLOCK_BYTES = 16384 };
/* Sums stay within 32 bits: 127 * 8191 * 1536 < 2^31. */
#define LARGEST_ACTIVATION 8191.0f

static inline float sum4(v128_t v) {
  return wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1) +
         (wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3));
}

static inline float max4(v128_t v) {
  float a = wasm_f32x4_extract_lane(v, 0), b = wasm_f32x4_extract_lane(v, 1);
  float c = wasm_f32x4_extract_lane(v, 2), d = wasm_f32x4_extract_lane(v, 3);
  float ab = a > b ? a : b, cd = c > d ? c : d;
  return ab > cd ? ab : cd;
}

static inline v128_t madd(v128_t a, v128_t b, v128_t c) { return wasm_f32x4_add(wasm_f32x4_mul(a, b), c); }
static inline v128_t splat(float a) { return wasm_f32x4_splat(a); }

/* e^x, right to about 1e-7 relative; below -87 it is next to nothing. */
static inline v128_t exp4(v128_t x) {
  x = wasm_f32x4_max(x, splat(-87.0f));
  v128_t n = wasm_f32x4_nearest(wasm_f32x4_mul(x, splat(1.44269504f)));
  v128_t r = madd(n, splat(-0.693359375f), x);
  r = madd(n, splat(2.12194440e-4f), r);
  v128_t p = splat(1.9875691500e-4f);
  p = madd(p, r, splat(1.3981999507e-3f));
  p = madd(p, r, splat(8.3334519073e-3f));
  p = madd(p, r, splat(4.1665795894e-2f));
  p = madd(p, r, splat(1.6666665459e-1f));
  p = madd(p, r, splat(5.0000001201e-1f));
  p = wasm_f32x4_add(madd(p, wasm_f32x4_mul(r, r), r), splat(1.0f));
  v128_t power = wasm_i32x4_shl(wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(n), wasm_i32x4_splat(127)), 23);
  return wasm_f32x4_mul(p, power);
}

/* Rounds each row of x to 14 bits; scales takes what one step of the row is worth. */
EXPORT(quantise) void quantise(const float *x, int16_t *out, float *scales, int rows, int width) {
  for (int r = 0; r < rows; r++, x += width, out += width) {
    v128_t most = splat(0.0f);
    for (int i = 0; i < width; i += 4) most = wasm_f32x4_max(most, wasm_f32x4_abs(wasm_v128_load(x + i)));
    float largest = max4(most);
    scales[r] = largest / LARGEST_ACTIVATION;
    v128_t factor = splat(largest > 0.0f ? LARGEST_ACTIVATION / largest : 0.0f);
    for (int i = 0; i < width; i += 8) {
      v128_t a = wasm_f32x4_nearest(wasm_f32x4_mul(wasm_v128_load(x + i), factor));
      v128_t b = wasm_f32x4_nearest(wasm_f32x4_mul(wasm_v128_load(x + i + 4), factor));
      v128_t both = wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4(a), wasm_i32x4_trunc_sat_f32x4(b));
      wasm_v128_store(out + i, both);
    }
  }
}

static inline float sum_i32(v128_t v) {
  v = wasm_i32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  v = wasm_i32x4_add(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return (float)wasm_i32x4_extract_lane(v, 0);
}

#define STEP(t)                                          \
  x = wasm_v128_load(in##t + i);                         \
  a##t = wasm_i32x4_add(a##t, wasm_i32x4_dot_i16x8(x, w0)); \
  b##t = wasm_i32x4_add(b##t, wasm_i32x4_dot_i16x8(x, w1));
#define STORE(t)                                                                                       \
  out[(r + t) * outputs + o] = sum_i32(a##t) * scales[r + t] * row_scales[o] + bias[o];                \
  out[(r + t) * outputs + o + 1] = sum_i32(b##t) * scales[r + t] * row_scales[o + 1] + bias[o + 1];

/* out[r][o] = sum over i of in[r][i] * weights[o][i], in its true size, plus bias[o]. */
EXPORT(linear)
void linear(const int16_t *in, const float *scales, int rows, int width, const int8_t *weights,
            const float *row_scales, const float *bias, int outputs, float *out) {
  int block = BLOCK_BYTES / width / OUTPUTS * OUTPUTS;
  for (int from = 0; from < outputs; from += block) {
    int to = from + block < outputs ? from + block : outputs;
    for (int r = 0; r < rows; r += TOKENS) {
      const int16_t *in0 = in + r * width, *in1 = in0 + width, *in2 = in1 + width, *in3 = in2 + width;
      for (int o = from; o < to; o += OUTPUTS) {
        const int8_t *row0 = weights + o * width, *row1 = row0 + width;
        v128_t zero = wasm_i32x4_splat(0), x;
        v128_t a0 = zero, a1 = zero, a2 = zero, a3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero;
        for (int i = 0; i < width; i += 8) {
          v128_t w0 = wasm_i16x8_load8x8(row0 + i), w1 = wasm_i16x8_load8x8(row1 + i);
          STEP(0) STEP(1) STEP(2) STEP(3)
        }
        STORE(0) STORE(1) STORE(2) STORE(3)
      }
    }
  }
}

/* x * (1 + erf(x / sqrt 2)) / 2 in place; erf by Abramowitz and Stegun 7.1.26, right to 1.5e-7. */
EXPORT(gelu) void gelu(float *x, int count) {
  for (int i = 0; i < count; i += 4) {
    v128_t v = wasm_v128_load(x + i);
    v128_t z = wasm_f32x4_mul(wasm_f32x4_abs(v), splat(0.70710678f));
    v128_t t = wasm_f32x4_div(splat(1.0f), madd(z, splat(0.3275911f), splat(1.0f)));
    v128_t p = splat(1.061405429f);
    p = madd(p, t, splat(-1.453152027f));
    p = madd(p, t, splat(1.421413741f));
    p = madd(p, t, splat(-0.284496736f));
    p = wasm_f32x4_mul(madd(p, t, splat(0.254829592f)), t);
    v128_t erf = wasm_f32x4_sub(splat(1.0f), wasm_f32x4_mul(p, exp4(wasm_f32x4_neg(wasm_f32x4_mul(z, z)))));
    v128_t sign = wasm_v128_and(v, splat(-0.0f));
    v128_t half = wasm_f32x4_mul(v, splat(0.5f));
    wasm_v128_store(x + i, madd(half, wasm_v128_or(erf, sign), half));
  }
}

/* x = layer norm of (x + added), row by row. */
EXPORT(add_norm)
void add_norm(float *x, const float *added, const float *weight, const float *bias, int rows, int width) {
  for (int r = 0; r < rows; r++, x += width, added += width) {
    v128_t sum = splat(0.0f), squares = splat(0.0f);
    for (int i = 0; i < width; i += 4) {
      v128_t v = wasm_f32x4_add(wasm_v128_load(x + i), wasm_v128_load(added + i));
      wasm_v128_store(x + i, v);
      sum = wasm_f32x4_add(sum, v);
    }
    v128_t mean = splat(sum4(sum) / (float)width);
    for (int i = 0; i < width; i += 4) {
      v128_t v = wasm_f32x4_sub(wasm_v128_load(x + i), mean);
      squares = madd(v, v, squares);
    }
    v128_t factor = splat(1.0f / __builtin_sqrtf(sum4(squares) / (float)width + 1e-12f));
    for (int i = 0; i < width; i += 4) {
      v128_t v = wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(x + i), mean), factor);
      wasm_v128_store(x + i, madd(v, wasm_v128_load(weight + i), wasm_v128_load(bias + i)));
    }
  }
}

/*
 * Attention within one text: its rows of qkv (queries, keys and values side by side) give rows of out.
 * Scratch holds the keys of one head turned on their side and one row of scores: (head + 1) * (count rounded up to 16).
 */
EXPORT(attention)
void attention(const float *qkv, int count, int width, int heads, float *scratch, float *out) {
  int head = width / heads, stride = 3 * width, padded = (count + 15) / 16 * 16;
  float *keys = scratch, *scores = scratch + head * padded;
  v128_t scale = splat(1.0f / __builtin_sqrtf((float)head));
  for (int h = 0; h < heads; h++) {
    const float *queries = qkv + h * head, *values = queries + 2 * width;
    for (int d = 0; d < head; d++)
      for (int j = 0; j < padded; j++)
        keys[d * padded + j] = j < count ? queries[width + j * stride + d] : 0.0f;
    for (int q = 0; q < count; q++) {
      const float *query = queries + q * stride;
      v128_t most = splat(-1e30f), sum = splat(0.0f);
      for (int j = 0; j < padded; j += 16) {
        v128_t s0 = splat(0.0f), s1 = s0, s2 = s0, s3 = s0;
        for (int d = 0; d < head; d++) {
          const float *key = keys + d * padded + j;
          v128_t v = wasm_v128_load32_splat(query + d);
          s0 = madd(v, wasm_v128_load(key), s0);
          s1 = madd(v, wasm_v128_load(key + 4), s1);
          s2 = madd(v, wasm_v128_load(key + 8), s2);
          s3 = madd(v, wasm_v128_load(key + 12), s3);
        }
        wasm_v128_store(scores + j, wasm_f32x4_mul(s0, scale));
        wasm_v128_store(scores + j + 4, wasm_f32x4_mul(s1, scale));
        wasm_v128_store(scores + j + 8, wasm_f32x4_mul(s2, scale));
        wasm_v128_store(scores + j + 12, wasm_f32x4_mul(s3, scale));
      }
      for (int j = count; j < padded; j++) scores[j] = -1e30f;
      for (int j = 0; j < padded; j += 4) most = wasm_f32x4_max(most, wasm_v128_load(scores + j));
      most = splat(max4(most));
      for (int j = 0; j < padded; j += 4) {
        v128_t e = exp4(wasm_f32x4_sub(wasm_v128_load(scores + j), most));
        wasm_v128_store(scores + j, e);
        sum = wasm_f32x4_add(sum, e);
      }
      v128_t factor = splat(1.0f / sum4(sum));
      for (int d = 0; d < head; d += 16) {
        v128_t c0 = splat(0.0f), c1 = c0, c2 = c0, c3 = c0;
        for (int j = 0; j < count; j++) {
          const float *value = values + j * stride + d;
          v128_t p = wasm_v128_load32_splat(scores + j);
          c0 = madd(p, wasm_v128_load(value), c0);
          c1 = madd(p, wasm_v128_load(value + 4), c1);
          c2 = madd(p, wasm_v128_load(value + 8), c2);
          c3 = madd(p, wasm_v128_load(value + 12), c3);
        }
        float *to = out + q * width + h * head + d;
        wasm_v128_store(to, wasm_f32x4_mul(c0, factor));
        wasm_v128_store(to + 4, wasm_f32x4_mul(c1, factor));
        wasm_v128_store(to + 8, wasm_f32x4_mul(c2, factor));
        wasm_v128_store(to + 12, wasm_f32x4_mul(c3, factor));
      }
    }
  }
}

/* The mean of count rows. */
EXPORT(mean) void mean(const float *x, int count, int width, float *out) {
  v128_t factor = splat(1.0f / (float)count);
  for (int i = 0; i < width; i += 4) {
    v128_t sum = splat(0.0f);
    for (int r = 0; r < count; r++) sum = wasm_f32x4_add(sum, wasm_v128_load(x + r * width + i));
    wasm_v128_store(out + i, wasm_f32x4_mul(sum, factor));
  }
}

/* Brings a vector to length one. */
EXPORT(unit) void unit(float *x, int width) {
  v128_t squares = splat(0.0f);
  for (int i = 0; i < width; i += 4) squares = madd(wasm_v128_load(x + i), wasm_v128_load(x + i), squares);
  v128_t factor = splat(1.0f / __builtin_sqrtf(sum4(squares) + 1e-24f));
  for (int i = 0; i < width; i += 4) wasm_v128_store(x + i, wasm_f32x4_mul(wasm_v128_load(x + i), factor));
}

/* A small layer in full precision: the head of a classifier. */
EXPORT(dense)
void dense(const float *x, int width, const float *weights, const float *bias, int outputs, float *out) {
  for (int o = 0; o < outputs; o++, weights += width) {
    v128_t sum = splat(0.0f);
    for (int i = 0; i < width; i += 4) sum = madd(wasm_v128_load(x + i), wasm_v128_load(weights + i), sum);
    out[o] = sum4(sum) + bias[o];
  }
}
