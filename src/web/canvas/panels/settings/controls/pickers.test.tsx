/** What the pickers of credentials and models offer in one's own workflow and in that of another person. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Control, Field } from '#web/canvas/model/fields/field-model.ts'
import { FormProvider } from '#web/canvas/panels/settings/form/form-context.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { PickerControl } from './picker-control.tsx'

const IN_USE = '0f9e8d7c-6b5a-4c3d-8e1f-0a1b2c3d4e5f'
const credential = { id: 'mine', name: 'My shop', type: 'bearer', last_four: null, status: 'ready' }
const model = (id: string, name: string, scope: 'own' | 'operator') => ({ id, name, scope, model: 'x' })

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
client.setQueryData(credentialsQuery.queryKey as readonly unknown[], { items: [credential], gmail: false })
client.setQueryData(modelsQuery.queryKey as readonly unknown[], {
  items: [model('a', 'My model', 'own'), model('b', 'House model', 'operator')],
  settings: { default_model: null },
  limit: 20,
})

function offered(control: Control, { own, value }: { own: boolean; value?: string }): string {
  const field: Field = {
    key: 'picked',
    title: 'Picked',
    help: '',
    placeholder: '',
    required: false,
    preset: undefined,
    expression: 'none',
    when: null,
    control,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FormProvider
        value={{
          id: 'node',
          otherModes: new Map(),
          workflow: 'w',
          own,
          config: {},
          readOnly: null,
          problemAt: () => undefined,
          failure: null,
          expression: null,
        }}
      >
        <PickerControl
          field={field}
          control={control}
          value={value}
          onChange={() => undefined}
          ids={{ id: 'x', 'aria-describedby': undefined, 'aria-invalid': undefined }}
          disabled={false}
        />
      </FormProvider>
    </QueryClientProvider>,
  )
}

describe('a credential', () => {
  const control: Control = { kind: 'credential', types: ['bearer'] }

  it('of one’s own workflow is chosen among one’s own', () => {
    expect(offered(control, { own: true })).toContain('My shop')
    expect(offered(control, { own: true, value: IN_USE })).toContain('This credential was deleted')
  })

  it('in use in the workflow of another is shown as its owner’s, and one’s own, which would be refused, are not offered', () => {
    const html = offered(control, { own: false, value: IN_USE })
    expect(html).toContain('A credential of the workflow’s owner')
    for (const text of ['My shop', 'deleted', 'New']) expect(html).not.toContain(text)
  })
})

describe('a model', () => {
  const control: Control = { kind: 'model' }

  it('of one’s own workflow is chosen among all that one can use', () => {
    const html = offered(control, { own: true, value: IN_USE })
    for (const text of ['My model', 'House model', 'Removed or not yours']) expect(html).toContain(text)
  })

  it('in use in the workflow of another is shown as its owner’s, next to those of the installation', () => {
    const html = offered(control, { own: false, value: IN_USE })
    for (const text of ['A model of the workflow’s owner', 'House model']) expect(html).toContain(text)
    for (const text of ['My model', 'removed', 'New']) expect(html).not.toContain(text)
  })
})
