/**
 * What a connector is: an app with actions and triggers, as plain data. It is the same whether it was made from an OpenAPI document, an MCP
 * server or a piece; only `call` of an action knows. See docs/decisions/0285.
 */
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { AppTriggerKind } from '#contract/connectors/app-trigger-values.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'

export type ConnectorSource = 'openapi' | 'mcp' | 'piece' | 'builtin'

/** `read` changes nothing; `destructive` removes, or cannot be taken back. */
export type Effect = 'read' | 'write' | 'destructive'

/** A drawing of 24 × 24 in one colour, as in simple-icons. */
export interface Logo {
  /** The `d` of an SVG path. */
  path: string
  /** Six hexadecimal digits without `#`. */
  colour: string
}

/** A part of an address that a person's account decides, such as the name before `.zendesk.com`. Asked when connecting. */
export interface AddressVariable {
  name: string
  label: string
  help: string
  /** Allowed values; any host label where absent. */
  options?: readonly string[]
  /** A path of several steps, such as `fhir/R4`. */
  slashes?: true
  /** The number of a port; text where absent. */
  kind?: 'number'
  default?: string
}

/** Where what a person enters goes in a request. Texts are templates over the fields: `Token {token}`. */
export interface Placement {
  headers?: Record<string, string>
  query?: Record<string, string>
  /** HTTP basic authentication (RFC 7617). */
  basic?: { user: string; password: string }
  /** Put in front of the path, such as `/bot{token}`. */
  path?: string
}

/** One way to sign in. */
export type SignIn = { id: string; title: string } & (
  | {
      type: 'oauth2'
      authorize_url: string
      token_url: string
      scopes: readonly { name: string; title: string }[]
      /** What this service wants besides on its page of consent. */
      authorize_parameters?: Record<string, string>
      /** Sent to the token address besides, such as `resource` (RFC 8707). */
      token_parameters?: Record<string, string>
      /** How the application proves itself at the token address; in the form (`post`) where absent (RFC 6749 §2.3.1). */
      client_authentication?: 'basic'
      /** Between scopes; a space where absent. */
      scope_separator?: ','
      /** What a person enters besides, for the app itself: no part of an address. */
      fields?: readonly CredentialField[]
      /** Whose application the operator registers once for several connectors, such as `google`. The connector's id where absent. */
      application?: string
    }
  | { type: 'fields'; fields: readonly CredentialField[]; placement: Placement }
)

export interface HttpPart {
  /** The name in the action's input. */
  key: string
  in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** The name in the request. */
  name: string
  /** OpenAPI 3 `style` and `explode` where they differ from the default of the place. */
  style?: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'
  explode?: boolean
  /** `{}` and `?` of the value stay as they are: a path within a path, such as a file name with slashes. */
  reserved?: true
  /** The value is JSON text in its place (OpenAPI `content`, or a field of a body that wants text). */
  json?: true
  /** The value is an uploaded file, or a list of them; its schema has `x-file`. */
  file?: true
  /** In a body: the entries of the value become fields of the body, for names that the service's document leaves open. */
  open?: true
  /**
   * Where in the body the value goes: a template with `{value}`, or within a text `{text}` and `{xml}`. A list that begins with `{each}` or
   * `{line}` repeats its item, for each value of a list or each line of a text.
   */
  place?: JsonObject
  /** One condition of a search that is the value of `name`: a template with `{value}`. Several are joined with `join`. */
  term?: { text: string; join: string }
  /** A date and time is sent as a number since 1970, or in UTC without its zone. */
  as?: 'seconds' | 'milliseconds' | 'utc'
  /** A regular expression whose group is the id within an address that is pasted in place of it. */
  within?: string
  /** A part of the email that `body.mail` is made of. */
  mail?: 'to' | 'cc' | 'bcc' | 'reply_to' | 'subject' | 'text' | 'html'
}

/** How the next page is asked for. Pointers are RFC 6901, `''` is the whole answer. */
export type Pagination = {
  items: string
} /** `more`: where the answer says whether there is more, for services that name a next page also on the last one. */ & (
  | { by: 'cursor'; key: string; next: string; more?: string }
  /** What the last item has at `next` is asked for; `more`: where the answer says whether there is more. */
  | { by: 'last_item'; key: string; next: string; more?: string }
  | { by: 'page' | 'offset'; key: string; size_key?: string }
  /** `relation`: `next` is a list of links, of which the one with this `relation` is meant; its `url` is the address. */
  | { by: 'address'; next: string; relation?: string }
  | { by: 'link' }
)

/** A request that is built from the input. */
export interface HttpCall {
  type: 'http'
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  /** With `{name}` where path parts go. */
  path: string
  /** When other than the connector's. */
  base_url?: string
  parts: readonly HttpPart[]
  /** `whole`: the key whose value is the body; otherwise the parts in `body` are its fields. */
  body: null | {
    type: 'json' | 'form' | 'multipart' | 'text' | 'file'
    media_type: string
    whole?: string
    /** The field that takes an email (RFC 5322, base64url), as names joined by dots. */
    mail?: string
    /** Fields that are always sent, such as the text of a GraphQL query. */
    fixed?: JsonObject
    /** The field under which the parts are, such as `variables`. */
    under?: string
  }
  /** Sent as they are. */
  headers?: Record<string, string>
  answer: 'json' | 'text' | 'file'
  pagination?: Pagination
  /**
   * How the service says no with a status that says yes: with this value at this place (RFC 6901), or with anything there where no value
   * is named.
   */
  refusal?: { at: string; equals?: Json }
}

/** A tool of an MCP server. `server`: its id here. */
export interface McpCall {
  type: 'mcp'
  server: string
  tool: string
}

/** An action of a piece, which runs in the sandbox. */
export interface PieceCall {
  type: 'piece'
  piece: string
  /** As the piece names it. */
  action: string
  needs_account: boolean
}

/** What no request of a document describes: a database, files on a server, Tally. The server has an operation of this name. */
export interface BuiltinCall {
  type: 'builtin'
  protocol: 'mysql' | 'mongodb' | 'redis' | 'ftp' | 'sftp' | 'tally'
  operation: string
}

/** A list of the account that a field is chosen from. */
export interface ChoiceList {
  /** An action of the same connector, which only reads. */
  action: string
  /** Sent as it is; `{key}` is what was entered at that key of the input. */
  input: JsonObject
  /** Where the list is in the answer; `''` is the whole answer. */
  items: string
  /** Another list inside of each item, whose entries are what is chosen. A `*` within is every item of a list on the way. */
  inner?: string
  /** Within an item (RFC 6901); `''` where the item itself is it. */
  value: string
  /** One place, or several: the first of them that has a text. */
  label: string | readonly string[]
  /** Only items with one of these values there, or with any where none is named. */
  only?: { at: string; is?: readonly Json[] }
  /**
   * The key that takes what is searched for, and the text around `{value}` where the service wants one. `action`: another action searches,
   * whose answer is read in the same way; it is given nothing else.
   */
  search?: { key: string; text?: string; action?: string }
}

export interface Action {
  /** Lower-case letters, digits and underscores; one of its kind in the connector. */
  id: string
  title: string
  description: string
  /** A heading that it is listed under, such as “Rows”. Empty for none. */
  group: string
  effect: Effect
  /** Asked twice with the same key it does the same as once, so it may be tried again after an answer that was lost. */
  idempotent: boolean
  /** JSON Schema (2020-12) of an object; references stay inside (`#/$defs/…`). */
  input: JsonObject
  /** JSON Schema of the answer; null when nothing is known of it. */
  output: JsonObject | null
  /** An answer as an example; null when there is none. */
  sample: Json
  /** Scopes of which the action needs one set, all of a set; empty for none. */
  scopes: readonly (readonly string[])[]
  docs_url: string | null
  /** What the account has to choose from, by the key of the input; none where absent. */
  choices?: Readonly<Record<string, ChoiceList>>
  call: HttpCall | McpCall | PieceCall | BuiltinCall
}

/** A template of JSON: `{address}`, `{secret}`, `{remote}`, `{name}` and `{input:key}` within its texts are filled in. */
export type Template = JsonObject

/** Where in what arrives something is: a pointer (RFC 6901) into the body, or a header. */
export interface Place {
  pointer?: string
  /** In lower case. */
  header?: string
}

/** A list that is read again and again; what wasn't in it before is new. */
export interface Polling {
  /** An action of the same connector, which only reads. */
  action: string
  /** Sent besides what was entered; what it names as `{input:key}` is not sent under its own key. */
  set?: Template
  /** Where the list is in the answer; `''` is the whole answer. */
  items: string
  /** What makes an item the same one; null: its place in the list, for lists that only grow, such as rows. */
  id: string | null
  /** `newest_first`: a page with something known ends the reading. Otherwise every page is read. */
  order: 'newest_first' | 'any'
  /** The first row has names of columns. */
  header_row?: true
  /** Reads each new item as a whole: another read, whose input `key` is what the item has at `id`. */
  detail?: { action: string; key: string; id: string; set?: JsonObject }
}

/** How a delivery proves where it comes from. `address`: the service signs nothing, so that the address alone is the secret. */
export type Verification =
  | {
      by: 'hmac'
      /** In lower case. */
      header: string
      algorithm: 'sha1' | 'sha256'
      encoding: 'hex' | 'base64'
      /** In front of the signature, such as `sha256=`. */
      prefix?: string
      /** What is signed, with `{timestamp}` and `{body}`; the body where absent. */
      over?: string
      /** Where the time is: in a header of its own, in seconds; or `t` within the header of the signature, as `t=…,v1=…`. */
      timestamp?: { header: string } | 'within'
    }
  /** The secret itself is sent in a header. */
  | { by: 'secret'; header: string }
  | { by: 'address' }

/** What a service wants to see before it delivers. */
export type Handshake =
  /** A signed body, whose value is given back as text. */
  | { by: 'body'; when: { pointer: string; is: string }; answer: string }
  /** A parameter of the query is given back as text. `verify`: another one must be the client ID of the installation at the service. */
  | { by: 'query'; parameter: string; verify?: string }
  /** A header with the secret of all later deliveries is given back. */
  | { by: 'header'; header: string }

/** What a delivery has for a workflow. */
export interface Delivery {
  verify: Verification
  handshake?: Handshake
  /** What tells deliveries apart; the body where absent. */
  id?: Place
  /** All must be so, or the delivery is about something else. */
  when?: readonly (Place & { is: readonly string[] })[]
  /** What was entered must be there, where something was entered. */
  match?: readonly { pointer: string; input: string }[]
  /** Where the value is; the whole body where absent. */
  value?: string
  /** Where a list of values is, each of which is an item. */
  list?: string
}

/** Calls to the service that make and end a subscription. None: a person enters the address at the service, as `setup` says. */
export interface Subscribing {
  subscribe?: { action: string; input: Template; remote: string; secret?: string }
  unsubscribe?: { action: string; input: Template }
  /** Finds a subscription whose answer was lost. */
  find?: { action: string; input: Template; items: string; address: string; remote: string }
  setup?: string
}

interface TriggerHead {
  /** As of an action. */
  id: string
  title: string
  description: string
  group: string
  /** JSON Schema of what a creator enters. */
  input: JsonObject
  /** What a workflow is given, as an example. */
  sample: Json
}

/** Of an app whose actions are requests: it names actions of the same connector for all that is asked of the service. */
export type ServiceTrigger = TriggerHead &
  (
    | { kind: 'polling'; polling: Polling }
    | { kind: 'webhook'; delivery: Delivery; subscribing: Subscribing }
    /** One address of the installation for all accounts. */
    | {
        kind: 'event'
        delivery: Delivery
        /** Whose account a delivery is for: where it says so, and what the account answers to a read, or what was entered. */
        route: { pointer: string } & ({ action: string; answer: string } | { input: string })
        setup: string
      }
  )

/** Of a piece: its own code subscribes, looks, and reads what is delivered. */
export type PieceTrigger = TriggerHead & {
  kind: AppTriggerKind
  piece: {
    /** As the piece names it. */
    trigger: string
    needs_account: boolean
    /** What a service sends to an address before it delivers there, and what that is known by. */
    handshake: { by: 'header' | 'query' | 'body'; name: string } | null
    /** When a subscription is renewed, as a line of cron in UTC; null where it lasts. */
    renew: string | null
  }
  /** What a person does at the service by hand; absent where the piece does it. */
  setup?: string
}

export type Trigger = ServiceTrigger | PieceTrigger

export interface Connector {
  /** Lower-case letters, digits and hyphens. */
  id: string
  name: string
  /** One plain sentence. */
  description: string
  source: ConnectorSource
  /** Who runs the service. */
  provider: string
  version: string
  categories: readonly string[]
  logo: Logo | null
  website: string | null
  licence: string | null
  /** The ways to sign in, the recommended one first; empty when no sign-in is needed. */
  sign_in: readonly SignIn[]
  /** With `{name}` where a variable goes. No slash at the end. */
  base_url: string
  variables: readonly AddressVariable[]
  /** Further hosts that requests go to, templates as `base_url`; the host of `base_url` is always one. */
  hosts: readonly string[]
  actions: readonly Action[]
  /** What starts workflows; none where absent. Lists are watched besides (`watch.ts`). */
  triggers?: readonly Trigger[]
  /** A read without required input that tells whether an account works; none where absent. */
  test_action?: string
}

/** What a person agrees to before a connector is used: read off the connector, never written by its author. */
export interface Manifest {
  hosts: readonly string[]
  scopes: readonly string[]
  effects: readonly Effect[]
  /** Labels of what is asked for and kept secret. */
  secrets: readonly string[]
}
