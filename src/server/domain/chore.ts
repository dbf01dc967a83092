/**
 * Work that is done now and again every `every_ms`. It tells its own failures; it does not throw.
 * @returns stops it, after what is under way
 */
export function repeat(work: () => Promise<unknown>, every_ms: number): () => Promise<void> {
  let working = work()
  const timer = setInterval(() => {
    working = work()
  }, every_ms)
  return async () => {
    clearInterval(timer)
    await working
  }
}
