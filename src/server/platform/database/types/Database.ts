import type { default as PublicSchema } from './public/PublicSchema.ts';

type Database = PublicSchema;

export type { Database as default };