/** What a list has that another one hasn't, and the other way round. */
export const parted = <T>(before: readonly T[], after: readonly T[]) => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
})
