import '#web/canvas/services/language/speak.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { useDescription } from '#web/canvas/services/analysis/use-description.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ObjectFields } from './controls/group-fields.tsx'
import { FieldView } from './field-view.tsx'
import { FormProvider } from './form/form-context.ts'
import { type OperationOf, useNodeForm } from './use-node-form.ts'

interface Props {
  node: WorkflowNode
  names: readonly string[]
  operationOf?: OperationOf
}

/** Some settings of a step, in this order, as its panel has them. */
export function NodeFields({ node, names, operationOf }: Props) {
  const description = useDescription(node.type)
  const { form, change } = useNodeForm(node, operationOf)
  if (description === undefined) return <Skeleton className="h-9" />
  if (description === null) return null
  const fields = fieldsOf(description.config)
  const chosen = names.flatMap((name) => fields.filter(({ key }) => key === name))
  return (
    <FormProvider value={form}>
      <ObjectFields
        fields={chosen}
        value={node.config}
        path=""
        onChange={change}
        draw={(field) => <FieldView {...field} />}
      />
    </FormProvider>
  )
}
