/** What a piece says of itself, as the sandbox reads it off. It comes from code that is not ours, so it is checked as any input. */
import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'

const Name = z.string().min(1).max(200)
const Text = z.string().max(20_000)

export interface PieceProperty {
  name: string
  /** As the framework names it, such as `SHORT_TEXT`. */
  type: string
  label: string
  description: string
  required: boolean
  default?: Json | undefined
  /** Of lists that are written into the piece. */
  options?: { label: string; value: Json }[] | undefined
  /** Names of properties that the choices depend on. */
  refreshers: string[]
  /** Its choices are searched by what a person types. */
  searches: boolean
  /** Of the entries of a list. */
  properties?: PieceProperty[] | undefined
}

const PieceProperty: z.ZodType<PieceProperty> = z.lazy(() =>
  z.object({
    name: Name,
    type: z.string().max(60),
    label: Text,
    description: Text,
    required: z.boolean(),
    default: Json.optional(),
    options: z
      .array(z.object({ label: Text, value: Json }))
      .max(2000)
      .optional(),
    refreshers: z.array(z.string().max(200)).max(50),
    searches: z.boolean(),
    properties: z.array(PieceProperty).max(200).optional(),
  }),
)

/** Of fields that a piece makes while a form is filled in. */
export const PropertyList = z.array(PieceProperty).max(300)

const PieceAuth = z.object({
  type: z.enum(['SECRET_TEXT', 'BASIC_AUTH', 'CUSTOM_AUTH', 'OAUTH2']),
  label: Text,
  description: Text,
  properties: z.array(PieceProperty).max(60),
  /** Labels of the two fields of `BASIC_AUTH`. */
  user_label: Text,
  password_label: Text,
  auth_url: z.string().max(2000),
  token_url: z.string().max(2000),
  scopes: z.array(z.string().max(500)).max(200),
  /** The application proves itself in a header. */
  in_header: z.boolean(),
  extra: z.record(z.string().max(100), z.string().max(500)),
})
export type PieceAuth = z.infer<typeof PieceAuth>

export const PieceDescription = z.object({
  name: z.string().min(1).max(200),
  description: Text,
  authors: z.array(z.string().max(200)).max(100),
  categories: z.array(z.string().max(60)).max(20),
  /** The version of the context that its framework expects; null of old ones. */
  context: z.string().max(20).nullable(),
  auth: z.array(PieceAuth).max(10),
  actions: z
    .array(
      z.object({
        name: Name,
        title: Text,
        description: Text,
        needs_auth: z.boolean(),
        properties: z.array(PieceProperty).max(300),
      }),
    )
    .max(1000),
  triggers: z
    .array(
      z.object({
        name: Name,
        title: Text,
        description: Text,
        kind: z.enum(['polling', 'webhook', 'app_webhook', 'other']),
        needs_auth: z.boolean(),
        properties: z.array(PieceProperty).max(300),
        sample: Json,
        /** What a service sends to an address before it delivers there. */
        handshake: z.object({ by: z.enum(['header', 'query', 'body']), name: z.string().min(1).max(200) }).nullable(),
        /** A line of cron. */
        renew: z.string().min(1).max(200).nullable(),
        /** The person enters the address at the service. */
        by_hand: z.boolean(),
      }),
    )
    .max(500),
})
export type PieceDescription = z.infer<typeof PieceDescription>
export type PieceAction = PieceDescription['actions'][number]
export type DescribedTrigger = PieceDescription['triggers'][number]
