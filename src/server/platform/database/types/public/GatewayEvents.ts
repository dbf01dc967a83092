import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type GatewayEventsGateway = string;

export type GatewayEventsEventId = string;

/** Represents the table public.gateway_events */
export default interface GatewayEventsTable {
  gateway: ColumnType<GatewayEventsGateway, GatewayEventsGateway, GatewayEventsGateway>;

  event_id: ColumnType<GatewayEventsEventId, GatewayEventsEventId, GatewayEventsEventId>;

  event: ColumnType<string, string, string>;

  payload: ColumnType<unknown, unknown, unknown>;

  received_at: ColumnType<Date, Date | string | undefined, Date | string>;

  done_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  error: ColumnType<string | null, string | null, string | null>;
}

export type GatewayEvents = Selectable<GatewayEventsTable>;

export type NewGatewayEvents = Insertable<GatewayEventsTable>;

export type GatewayEventsUpdate = Updateable<GatewayEventsTable>;