/** What a backup says about itself, in its first entry. */
import { z } from 'zod'

/** Of the archive; a program reads its own and those before it. */
export const FORMAT = 1

/** Files of keys in the data folder. */
export const KEYS = ['secret', 'vault-key'] as const
/** In the storage. What is being received has no row yet, so it is not part of the moment that is kept. */
export const FOLDERS = ['files/files', 'files/derived', 'outputs', 'exports'] as const

export const MANIFEST_NAME = 'manifest.json'
export const END_NAME = 'end.json'

export const Manifest = z.object({
  format: z.number().int(),
  created_at: z.iso.datetime(),
  installation: z.string(),
  /** Names of the migrations that the database has, in order. */
  migrations: z.array(z.string()),
  /** Files of keys that it holds: `secret` unless it was in SECRET, and `vault-key` unless the key was in VAULT_KEY. */
  keys: z.array(z.enum(KEYS)),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      /** In the order in which their values are stored. */
      columns: z.array(z.string()),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
})
export type Manifest = z.infer<typeof Manifest>
export type TableOf = Manifest['tables'][number]

/** In the last entry: without it the archive is cut off. */
export const End = z.object({
  entries: z.number().int(),
  /** SHA-256 over name, length and SHA-256 of every entry before this one. */
  digest: z.string(),
})

export const tableName = ({ schema, name }: Pick<TableOf, 'schema' | 'name'>): string => `${schema}.${name}`
