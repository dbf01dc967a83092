/** `customer-support` as “Customer support”: categories are short plain names in the data. */
export const categoryLabel = (name: string): string => {
  const spaced = name.replace(/[-_]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
