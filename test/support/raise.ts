/** For tests and benches, which may simply crash when another machine takes their database over. */
export const raise = (error: Error): never => {
  throw error
}
