import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import { CREDENTIAL_TYPE_NAMES } from '#contract/accounts/credential-types.ts'
import type { Control } from '#web/canvas/model/fields/field-model.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { AgentPicker } from './agent-picker.tsx'
import { AppAccountPicker } from './app-account.tsx'
import { CodeControl } from './code-control.tsx'
import type { ControlProps } from './control-props.ts'
import { CredentialPicker } from './credential-picker.tsx'
import { CronControl } from './cron-control.tsx'
import { KnowledgePicker } from './knowledge-picker.tsx'
import { ModelPicker } from './model-picker.tsx'
import { NodeTypePicker } from './node-type-picker.tsx'
import { OwnersCredential } from './owners-credential.tsx'
import { TextControl } from './simple-controls.tsx'
import { SkillPicker } from './skill-picker.tsx'
import { TablePicker } from './table-picker.tsx'
import { TimeZoneControl } from './time-zone-control.tsx'
import { WorkflowPicker } from './workflow-picker.tsx'

const isType = (name: string): name is CredentialTypeName => (CREDENTIAL_TYPE_NAMES as readonly string[]).includes(name)

/** Settings that name something there is: a credential, a model, a workflow, a time. */
export function PickerControl(props: ControlProps & { control: Control }) {
  const { control } = props
  const { own } = useSettingsForm()
  switch (control.kind) {
    case 'credential':
      if (!own) return <OwnersCredential {...props} />
      if (control.types.every((type) => type === 'app_account')) return <AppAccountPicker {...props} />
      return <CredentialPicker {...props} types={control.types.filter(isType)} />
    case 'model':
      return <ModelPicker {...props} />
    case 'workflow':
      return <WorkflowPicker {...props} />
    case 'agent':
      return <AgentPicker {...props} />
    case 'data_table':
      return <TablePicker {...props} />
    case 'skill':
      return <SkillPicker {...props} />
    case 'knowledge':
      return <KnowledgePicker {...props} />
    case 'node_type':
      return <NodeTypePicker {...props} />
    case 'cron':
      return <CronControl {...props} />
    case 'time_zone':
      return <TimeZoneControl {...props} />
    case 'code':
      return <CodeControl {...props} />
    default:
      return <TextControl {...props} />
  }
}
