import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsAgentDaysDay = string;

export type AnalyticsAgentDaysAgentId = string;

/** Represents the table public.analytics_agent_days */
export default interface AnalyticsAgentDaysTable {
  day: ColumnType<AnalyticsAgentDaysDay, AnalyticsAgentDaysDay, AnalyticsAgentDaysDay>;

  agent_id: ColumnType<AnalyticsAgentDaysAgentId, AnalyticsAgentDaysAgentId, AnalyticsAgentDaysAgentId>;

  seller_id: ColumnType<string, string, string>;

  category: ColumnType<string, string, string>;

  views: ColumnType<number, number | undefined, number>;

  visits: ColumnType<number, number | undefined, number>;

  tried: ColumnType<number, number | undefined, number>;

  again: ColumnType<number, number | undefined, number>;

  bought: ColumnType<number, number | undefined, number>;

  runs: ColumnType<number, number | undefined, number>;

  failed: ColumnType<number, number | undefined, number>;

  sales: ColumnType<number, number | undefined, number>;

  gross_paise: ColumnType<number, number | undefined, number>;

  commission_paise: ColumnType<number, number | undefined, number>;

  seller_paise: ColumnType<number, number | undefined, number>;
}

export type AnalyticsAgentDays = Selectable<AnalyticsAgentDaysTable>;

export type NewAnalyticsAgentDays = Insertable<AnalyticsAgentDaysTable>;

export type AnalyticsAgentDaysUpdate = Updateable<AnalyticsAgentDaysTable>;