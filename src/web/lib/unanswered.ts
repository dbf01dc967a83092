/** Of the choices written to the address, those newer than the one that has arrived; none when it is not among them. */
export const pendingChoices = (sent: readonly string[], arrived: string): readonly string[] =>
  sent.includes(arrived) ? sent.slice(sent.lastIndexOf(arrived) + 1) : []
