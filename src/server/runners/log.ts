export interface RunnerLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
}
