;; The inner products of one vector with many, all of bytes: what finding the nearest of a hundred thousand comes down to.
;; Rows lie one after the other from `rows`; the asked vector is already widened to 16 bits; its length divides by 16.
(module
  (memory (export "memory") 1)
  (func (export "dot")
    (param $rows i32) (param $count i32) (param $dimensions i32) (param $asked i32) (param $out i32)
    (local $row i32) (local $end i32) (local $at i32) (local $bytes v128) (local $sum v128)
    (local.set $row (i32.const 0))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $asked))
        (local.set $end (i32.add (local.get $rows) (local.get $dimensions)))
        (loop $step
          (local.set $bytes (v128.load (local.get $rows)))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $bytes))
                  (v128.load (local.get $at)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $bytes))
                  (v128.load offset=16 (local.get $at))))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $rows) (local.get $end))))
        (i32.store
          (i32.add (local.get $out) (i32.shl (local.get $row) (i32.const 2)))
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))))
