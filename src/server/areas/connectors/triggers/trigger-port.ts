/**
 * What a trigger of an app can do, whatever brings it: an app of the catalogue, a document that a person added, a piece. What is watched,
 * when, and which runs it starts is for `runs/app-triggers`.
 */
import type { Trigger } from '#connectors/connector.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Payload } from '#nodes/piece-work.ts'
import type { ConnectorHead } from '#server/areas/connectors/catalogue/app.ts'
import type { KeptChanges, Memory } from '#server/areas/connectors/plugins/piece-store.ts'

/** Which trigger, with which account, and of what. */
export interface Watched {
  integration: string
  trigger: string
  credential: string | null
  input: JsonObject
  /** For a list that is watched: what makes an item the same one; empty for what is likeliest. */
  identity: string
}

export interface FoundTrigger {
  connector: ConnectorHead
  trigger: Trigger
}

/** What is new in a list. */
export type Polled =
  | { type: 'later'; until: string; message: string }
  | {
      type: 'items'
      /** The oldest first. */
      fresh: { key: string; value: Json }[]
      /** What is known from now on. */
      seen: string[]
      /** There is more than was read: it is to be looked at again soon. */
      more: boolean
    }

export interface Address {
  /** Where the service delivers to. */
  address: string
  secret: string
}

/** What came of asking the service to deliver. */
export interface Subscribed {
  /** What the service calls the subscription; null where the address is entered at the service by hand. */
  remote: Json
  /** What the service signs with, where it says so itself. */
  secret: string | null
  /** Whose deliveries to the address of the installation are its own. */
  route: string | null
}

export interface Arrived {
  method: string
  query: Readonly<Record<string, string>>
  /** In lower case. */
  headers: Readonly<Record<string, string>>
  body: Json
  /** The body to the byte. */
  bytes: Uint8Array
}

/** What a delivery has, or what the service wants to hear. */
export type Received =
  | { type: 'answer'; text: string; headers: Record<string, string>; secret: string | null }
  | { type: 'items'; items: { key: string; value: Json }[] }

export interface TriggerPort {
  /** @throws NodeError `app_not_found`, `trigger_not_found` */
  find(watched: Watched, owner: UserId): Promise<FoundTrigger>
  /**
   * Reads the list of a polling trigger. Null for what was seen remembers only.
   * @throws NodeError as `ActionsPort`, and `list_unsuitable`
   */
  poll(watched: Watched, owner: UserId, seen: readonly string[] | null, signal: AbortSignal): Promise<Polled>
  /** The newest item, as a workflow would get it; the example of the trigger where nothing is read. @throws NodeError as `poll` */
  sample(watched: Watched, owner: UserId, signal: AbortSignal): Promise<Json>
  /**
   * Asks the service to deliver.
   * @param again it was asked before, and its answer may have been lost
   * @throws NodeError as `ActionsPort`
   */
  subscribe(
    watched: Watched,
    owner: UserId,
    to: Address & { again: boolean },
    signal: AbortSignal,
  ): Promise<Subscribed | { type: 'later'; until: string; message: string }>
  /** @throws NodeError as `ActionsPort` */
  unsubscribe(
    watched: Watched,
    owner: UserId,
    from: Pick<Address, 'address'> & { remote: Json },
    signal: AbortSignal,
  ): Promise<'ended' | { type: 'later'; until: string; message: string }>
  /** Triggers of pieces: their own code does all this, and keeps what it knows. */
  pieces: PieceTriggerPort
}

/** One trigger of a piece, in the version of its code that is meant. */
export interface PieceAsked {
  watched: Watched
  owner: UserId
  package_id: string
  /** Where the service delivers to. */
  address: string
  /** What a repetition has in common with the first try, so that files are written once. */
  key: string
}

/** What came of switching a trigger of a piece on. */
export interface Enabled {
  kind: Trigger['kind']
  /** A schedule of its own, in the place of every so many minutes. */
  schedule: { cron: string; time_zone: string } | null
  /** Of events of the whole installation: which, and whose. */
  events: string[]
  route: string | null
  /** Line of cron in UTC; null where its subscription lasts. */
  renew: string | null
}

export interface PieceReply {
  status: number
  headers: Record<string, string>
  body: Json
}

/** An event of the whole installation, as the piece reads it. */
export interface PieceEvent {
  /** What the service wants to hear at once, such as a greeting. */
  reply: PieceReply | null
  event: string | null
  /** Whose it is. */
  route: string | null
  /** The piece proved that the service sent it. */
  verified: boolean
}

/** All throw NodeErrors as `runPiece`, and `trigger_not_found` where this version has no such trigger. */
export interface PieceTriggerPort {
  /** The version that is installed; null for none. */
  installed(plugin: string): Promise<{ package_id: string; name: string; state: 'enabled' | 'disabled' } | null>
  /** What it keeps is written down at once: another process may have to end what this one began. @throws NodeError `credential_missing`, `input_invalid` */
  enable(asked: PieceAsked, memory: Memory, signal: AbortSignal): Promise<Enabled>
  disable(asked: PieceAsked, memory: Memory, signal: AbortSignal): Promise<void>
  renew(asked: PieceAsked, memory: Memory, signal: AbortSignal): Promise<void>
  /** Answers what a service sends before it delivers. */
  greet(asked: PieceAsked, memory: Memory, payload: Payload, signal: AbortSignal): Promise<PieceReply>
  /** Looks, or reads what was delivered. Nothing that it keeps is written down: it comes back. */
  read(
    asked: PieceAsked,
    of: { known: Readonly<Record<string, Json>>; payload: Payload | null },
    signal: AbortSignal,
  ): Promise<{ items: Json[]; changes: KeptChanges }>
  /** Whose an event of the whole installation is, and whether its service sent it. */
  readEvent(
    plugin: string,
    of: { payload: Payload; address: string; secret: string },
    signal: AbortSignal,
  ): Promise<PieceEvent>
}
