export interface is_of_bench_params {
  run: string;
}

/** Return type for is_of_bench */
export type is_of_bench_return_type = boolean;