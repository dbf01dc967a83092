/** Whether a reference to an agent is its id; else it is its slug. */
export const isId = (ref: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(ref)
