(module
  (memory (export "memory") 2)
  ;; Distances of the signatures from `at` to the one at 0, 64 bytes each, as 16-bit numbers from `out` on.
  (func (export "measure") (param $at i32) (param $count i32) (param $out i32)
    (local $q0 v128) (local $q1 v128) (local $q2 v128) (local $q3 v128) (local $sum v128) (local $end i32)
    (local.set $q0 (v128.load offset=0 (i32.const 0)))
    (local.set $q1 (v128.load offset=16 (i32.const 0)))
    (local.set $q2 (v128.load offset=32 (i32.const 0)))
    (local.set $q3 (v128.load offset=48 (i32.const 0)))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 6))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum
          (i8x16.add
            (i8x16.add
              (i8x16.popcnt (v128.xor (local.get $q0) (v128.load offset=0 (local.get $at))))
              (i8x16.popcnt (v128.xor (local.get $q1) (v128.load offset=16 (local.get $at)))))
            (i8x16.add
              (i8x16.popcnt (v128.xor (local.get $q2) (v128.load offset=32 (local.get $at))))
              (i8x16.popcnt (v128.xor (local.get $q3) (v128.load offset=48 (local.get $at)))))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $sum))))
        (i32.store16 (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (br $next)))))
