(module
  (memory (export "memory") 2)
  ;; Looks at `count` signatures of 64 bytes from `at` on. Of each that differs from the one at 0 in fewer than `limit` signs it writes, from
  ;; `out` on, 32 bits: which one it is, ten bits further up, and how many signs differ. Answers how many those are.
  ;; Counting 64 bits at a time is one instruction of the processor; vectors of 16 bytes need about ten.
  (func (export "nearer") (param $at i32) (param $count i32) (param $limit i32) (param $out i32) (result i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64) (local $q4 i64) (local $q5 i64) (local $q6 i64) (local $q7 i64)
    (local $slot i32) (local $distance i32) (local $next i32)
    (local.set $q0 (i64.load offset=0 (i32.const 0)))
    (local.set $q1 (i64.load offset=8 (i32.const 0)))
    (local.set $q2 (i64.load offset=16 (i32.const 0)))
    (local.set $q3 (i64.load offset=24 (i32.const 0)))
    (local.set $q4 (i64.load offset=32 (i32.const 0)))
    (local.set $q5 (i64.load offset=40 (i32.const 0)))
    (local.set $q6 (i64.load offset=48 (i32.const 0)))
    (local.set $q7 (i64.load offset=56 (i32.const 0)))
    (local.set $next (local.get $out))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $slot) (local.get $count)))
        (local.set $distance
          (i32.wrap_i64
            (i64.add
              (i64.add
                (i64.add
                  (i64.popcnt (i64.xor (local.get $q0) (i64.load offset=0 (local.get $at))))
                  (i64.popcnt (i64.xor (local.get $q1) (i64.load offset=8 (local.get $at)))))
                (i64.add
                  (i64.popcnt (i64.xor (local.get $q2) (i64.load offset=16 (local.get $at))))
                  (i64.popcnt (i64.xor (local.get $q3) (i64.load offset=24 (local.get $at))))))
              (i64.add
                (i64.add
                  (i64.popcnt (i64.xor (local.get $q4) (i64.load offset=32 (local.get $at))))
                  (i64.popcnt (i64.xor (local.get $q5) (i64.load offset=40 (local.get $at)))))
                (i64.add
                  (i64.popcnt (i64.xor (local.get $q6) (i64.load offset=48 (local.get $at))))
                  (i64.popcnt (i64.xor (local.get $q7) (i64.load offset=56 (local.get $at)))))))))
        (if (i32.lt_u (local.get $distance) (local.get $limit))
          (then
            (i32.store (local.get $next) (i32.or (i32.shl (local.get $slot) (i32.const 10)) (local.get $distance)))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (br $each)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $out)) (i32.const 2))))
