/** Whether the database refused a row because a unique index has its value already (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
