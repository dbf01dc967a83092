/** What data tables hold and are bounded by, as plain data. */

export const COLUMN_TYPES = ['text', 'number', 'yes_no', 'date'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export const TABLE_ACCESS = ['read', 'write'] as const
export type TableAccess = (typeof TABLE_ACCESS)[number]

export const TABLE_LIMITS = {
  /** People that one table is shared with. */
  shares: 50,
  shares_per_hour: 60,
  per_person: 100,
  name: 120,
  columns: 50,
  /** Rows of one table. */
  rows: 100_000,
  /** Rows that one request or step adds, changes, deletes or reads. */
  at_once: 1000,
  /** Characters of a text. */
  text: 10_000,
  /** Bytes of a row as JSON. */
  row_bytes: 50_000,
  /** Bytes of all rows of one person. */
  bytes_per_person: 250_000_000,
  conditions: 20,
  /** Characters of a file of rows. */
  file: 800_000,
} as const

/** Conditions that compare with a value, and those that ask whether there is one. */
const COMPARISONS = [
  'is',
  'is_not',
  'contains',
  'starts_with',
  'more_than',
  'at_least',
  'less_than',
  'at_most',
] as const
export const CONDITIONS = [...COMPARISONS, 'is_empty', 'is_filled'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Whether a condition compares with a value. */
export const takesValue = (condition: Condition): boolean => COMPARISONS.some((one) => one === condition)

/** Which conditions a column of each type knows. */
export const CONDITIONS_OF: Record<ColumnType, readonly Condition[]> = {
  text: ['is', 'is_not', 'contains', 'starts_with', 'is_empty', 'is_filled'],
  number: ['is', 'is_not', 'more_than', 'at_least', 'less_than', 'at_most', 'is_empty', 'is_filled'],
  yes_no: ['is', 'is_not', 'is_empty', 'is_filled'],
  date: ['is', 'is_not', 'more_than', 'at_least', 'less_than', 'at_most', 'is_empty', 'is_filled'],
}

/** A column is called as a field of an item is in expressions: `{{ $item.due_date }}`. */
export const COLUMN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/

/** Names that every row has besides its columns. */
export const ROW_FIELDS = ['id', 'created_at', 'updated_at'] as const
