import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsUsesAgentId = string;

export type AnalyticsUsesPerson = string;

/** Represents the table public.analytics_uses */
export default interface AnalyticsUsesTable {
  agent_id: ColumnType<AnalyticsUsesAgentId, AnalyticsUsesAgentId, AnalyticsUsesAgentId>;

  person: ColumnType<AnalyticsUsesPerson, AnalyticsUsesPerson, AnalyticsUsesPerson>;

  tried_on: ColumnType<string | null, string | null, string | null>;

  again_on: ColumnType<string | null, string | null, string | null>;

  bought_on: ColumnType<string | null, string | null, string | null>;

  last_on: ColumnType<string, string, string>;
}

export type AnalyticsUses = Selectable<AnalyticsUsesTable>;

export type NewAnalyticsUses = Insertable<AnalyticsUsesTable>;

export type AnalyticsUsesUpdate = Updateable<AnalyticsUsesTable>;