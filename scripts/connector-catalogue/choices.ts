/** What is chosen by hand for an app of the catalogue, as `src/connectors/catalogue/choices/*.yaml` has it. */
import type {
  AddressVariable,
  BuiltinCall,
  ConnectorSource,
  Effect,
  HttpCall,
  Pagination,
} from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { AppForms, Form } from './forms.ts'

/** `Label: help`, for a secret; with `?` in front for what isn't secret. */
type FieldText =
  | string
  | {
      label: string
      help?: string
      secret?: boolean
      required?: boolean
      kind?: 'lines'
      /** Labels by value. */
      options?: Record<string, string>
      max?: number
    }

export type SignInChoice =
  /** A name of `sign-in.yaml`. */
  | { oauth: string; scopes?: string[] | Record<string, string> }
  | {
      fields: Record<string, FieldText>
      headers?: Record<string, string>
      query?: Record<string, string>
      basic?: [user: string, password: string]
      path?: string
      title?: string
      /** Where an app has several ways with fields. */
      id?: string
    }
  /** A bearer token with this label. */
  | { bearer: string }

export type Presets = Record<
  string,
  {
    title: string
    authorize_url: string
    token_url: string
    application?: string
    parameters?: Record<string, string>
    client_authentication?: 'basic'
    scope_separator?: ','
  }
>

export interface FieldChoice {
  title?: string
  description?: string
  default?: Json
  /** In place of the document's schema. */
  schema?: JsonObject
  /** The key in the input. */
  key?: string
}

export interface ActionChoice {
  title: string
  id?: string
  group?: string
  description?: string
  /** Other words people type for it. */
  verbs?: string[]
  effect?: Effect
  idempotent?: boolean
  /** The fields of the input to keep, in this order, besides required ones. */
  keep?: string[]
  drop?: string[]
  /** Values that are always sent and never asked for. */
  set?: Record<string, string>
  /** In place of what the document requires. */
  required?: string[]
  fields?: Record<string, FieldChoice | string>
  /** For operations that no document has: `name*: type: description`. */
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, string>
  form?: Record<string, string>
  multipart?: Record<string, string>
  /** The whole body is this kind of text or file. */
  raw?: string
  /** The whole body is an object: `name: description`. */
  whole?: string
  /** A GraphQL query, which is sent with the body as its variables. */
  graphql?: string
  /** Fields of the body that are always sent. */
  fixed?: JsonObject
  /** Fields of the body that are sent as JSON text. */
  json?: string[]
  /** Fields of a form that are written as `name[0]=…`. */
  nested?: string[]
  /** In a path: may hold slashes. */
  slashes?: string[]
  answer?: 'json' | 'text' | 'file'
  sample?: Json
  pagination?: Pagination | null
  docs_url?: string
  base_url?: string
  /**
   * The plain form, in the order people fill it in; every other field is under “More settings”. Fields that are new get a place in the
   * request.
   */
  plain?: Form
  /** The fields that the needed ones of the form stand for: what was filled in before is still taken. */
  instead?: string | string[]
  /** The field that takes an email, as names joined by dots: recipients, subject and text are asked for instead. */
  mail?: string
}

export interface AppChoice {
  name: string
  sentence: string
  categories: string[]
  provider?: string
  website?: string
  /** `openapi` where absent. */
  source?: ConnectorSource
  /** Actions are operations of this protocol, by their names. */
  protocol?: BuiltinCall['protocol']
  /** The id of the action that tries an account. */
  test?: string
  refusal?: HttpCall['refusal']
  /** It makes a request once however often it gets it with the same `Idempotency-Key`. */
  knows_keys?: true
  /** Path within the folder of documents; absent when every operation is written by hand. */
  document?: string
  /** A slug of simple-icons; the one of the name where absent. Null for none. */
  logo?: string | null
  base_url?: string
  variables?: (Partial<AddressVariable> & { name: string })[]
  hosts?: string[]
  /** What the document says where absent. */
  sign_in?: SignInChoice[]
  /** So many more operations, chosen by their score. */
  auto?: number
  /** Operations that are never chosen by score: part of an id, path or title. */
  skip?: string[]
  /** Titles that the document leads to → better ones; null leaves the operation out. */
  titles?: Record<string, string | null>
  /** Operations that are chosen first. */
  prefer?: string[]
  /** Words that people use for the app. */
  aliases?: string[]
  /** Inputs that no action asks for, such as a token that signing in sends. */
  leave_out?: string[]
  /** Fixed values of all actions. */
  set?: Record<string, string>
  /** Of `forms/*.yaml`. */
  forms?: AppForms
  /** Headers that every request has. */
  headers?: Record<string, string>
  /** An operation's id, or `METHOD /path`, with `#name` where it is used for several actions → `Title | verb, verb` or more. */
  actions?: Record<string, string | ActionChoice>
}
