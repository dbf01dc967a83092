/**
 * Every advisory lock of the database. Postgres keeps single keys apart from pairs of a class and a key. Numbers never change: during an
 * upgrade processes of two versions use them at the same time.
 */

/** Keys of locks that exist once. */
export const LOCKS = {
  migrations: 7_234_001,
  usersOfEmbeddedDatabase: 7_234_002,
  seed: 7_234_003,
  codeTables: 7_234_004,
  instance: 7_234_005,
  signingKeys: 7_234_020,
  firstStart: 7_234_021,
  agentStats: 7_234_031,
  analytics: 7_234_032,
  runNotices: 7_234_053,
  payouts: 7_234_120,
  invoices: 7_234_121,
  embeddingSearch: 7_234_126,
  synonyms: 7_234_128,
  auditChain: 7_234_160,
  knowledgeClaims: 7_234_180,
  siteClaims: 7_234_181,
  sourceClaims: 7_234_182,
  installation: 7_234_200,
  /** Held by a backup under way, shared: meanwhile nothing is removed from the data folder. */
  backup: 7_234_210,
} as const

/** Classes of locks that exist once for each executor or run; the key within the class is a hash of its id. */
export const LOCK_CLASSES = { executor: 7_234_002, recoveredRun: 7_234_020 } as const

/** Seeds of `hashtextextended`, so that equal texts of two kinds of locks are different keys. */
export const LOCK_SEEDS = {
  payment: 0,
  visitor: 31,
  modelCalls: 60,
  spendingCaps: 108,
  reviews: 114,
  dataTables: 421,
} as const
