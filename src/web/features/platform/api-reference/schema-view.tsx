import type { OpenApi, Schema } from './openapi.ts'
import { limitWords, schemaFields, schemaShapes, typeWords } from './schema-words.ts'

/** Deeper than this a field is named but not taken apart. */
const DEEPEST = 6

interface Part {
  schema: Schema
  document: OpenApi
  depth?: number
}

/** The fields of a value with their types and limits; what is inside a field opens below it. */
export function SchemaView({ schema, document, depth = 0 }: Part) {
  const shapes = schemaShapes(schema, document)
  if (shapes.length > 0)
    return (
      <div className="grid gap-3">
        <p className="text-muted text-base">One of:</p>
        {shapes.map((shape) => (
          <Fields key={JSON.stringify(shape)} schema={shape} document={document} depth={depth} />
        ))}
      </div>
    )
  return <Fields schema={schema} document={document} depth={depth} />
}

function Fields({ schema, document, depth = 0 }: Part) {
  const fields = schemaFields(schema, document)
  if (fields.length === 0)
    return <p className="surface-card px-3 py-2 text-muted text-base">{typeWords(schema, document)}</p>
  return (
    <ul className="divide-y divide-line surface-card">
      {fields.map((field) => (
        <li key={field.name} className="grid gap-1 px-3 py-2">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <code className="break-all font-medium font-mono text-xs">{field.name}</code>
            <span className="min-w-0 break-words text-muted text-xs">{typeWords(field.schema, document)}</span>
            {field.required && <span className="text-xs text-warn">required</span>}
            <span className="text-muted text-xs">{limitWords(field.schema)}</span>
          </p>
          {field.schema.description && <p className="text-muted text-base">{field.schema.description}</p>}
          <Inner schema={field.schema} document={document} depth={depth + 1} name={field.name} />
        </li>
      ))}
    </ul>
  )
}

function Inner({ schema, document, depth = 0, name }: Part & { name: string }) {
  const inside = schemaFields(schema, document).length > 0 || schemaShapes(schema, document).length > 0
  if (!inside || depth > DEEPEST) return null
  return (
    <details>
      <summary className="inline-flex min-h-6 w-fit items-center text-indigo text-base">Fields of {name}</summary>
      <div className="mt-1.5">
        <SchemaView schema={schema} document={document} depth={depth} />
      </div>
    </details>
  )
}
