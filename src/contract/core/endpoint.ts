/**
 * An endpoint as a value, read by the server (routing, validation, access), the browser (method and path), OpenAPI and the
 * tests. A resource file exports one object of endpoints; `api.ts` lists the resource files.
 */
import type { z } from 'zod'
import type { Access } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface EndpointDefinition {
  method: Method
  /** As §7 writes it: `/api/v1/agents/{id}`. */
  path: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** What `data` of the envelope holds. No defaults in it. */
  returns: z.ZodType
  /** Error codes of `errors.ts` it may answer besides the ones every endpoint may. */
  errors?: readonly string[]
  /** Client time-out in ms (§7); 8000 when absent. */
  timeout?: number
  /** HTTP status of success; 200 when absent. */
  success?: 200 | 201 | 202
  /** How success is answered: `data` in the envelope when absent, bare JSON (`raw`), a file, server-sent events, in the envelope unless the handler gives a `reply` of its own, JSON-RPC of the Model Context Protocol (`tools`), or JSON and events as another API has them (`bare`). */
  answers?: 'envelope' | 'raw' | 'file' | 'stream' | 'reply' | 'tools' | 'bare'
  /** Any method is taken; the handler decides. `method` is the usual one. */
  any_method?: true
  /** Asked only by parts of a page that come late: its address is no part of what every page loads first. */
  late?: true
  /** Its answer may have many million characters: one caller is sent a few of them at a time. */
  large?: true
  /** The body is a multipart form with one file instead of JSON. */
  consumes?: 'multipart'
}

/** Keeps the literal types of an endpoint. */
export const endpoint = <const D extends EndpointDefinition>(definition: D): D => definition

type Part<D, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  D extends Record<K, infer S extends z.ZodType>
    ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
    : unknown

/** What a caller passes: params, query, body before parsing. */
export type Input<D> = Part<D, 'params', 'input'> & Part<D, 'query', 'input'> & Part<D, 'body', 'input'>
/** What a handler receives: the same after parsing. */
export type Parsed<D> = Part<D, 'params', 'output'> & Part<D, 'query', 'output'> & Part<D, 'body', 'output'>
/** What a handler returns and a caller gets. */
export type Returns<D> = D extends { returns: infer S extends z.ZodType } ? z.output<S> : never
