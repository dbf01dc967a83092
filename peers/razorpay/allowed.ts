/** Whether the test gateway may run: no money moves in it, so in production it is asked for by name. */
export const mayRun = ({ NODE_ENV, TEST_GATEWAY }: Readonly<Record<string, string | undefined>>): boolean =>
  (TEST_GATEWAY?.trim() ?? '') === '' ? NODE_ENV?.trim() !== 'production' : TEST_GATEWAY?.trim() === 'yes'
