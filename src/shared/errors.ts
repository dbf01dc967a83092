/** Whether this is an error with this code: how errors are told apart where their class may not be imported. */
export const hasCode = (error: unknown, code: string): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === code
