/** What other areas use of workflows. They import nothing else of it. */
export type { TableDb } from './data-tables/data-tables.ts'
export { readTableChanges, type TableChange, type WaitingChanges } from './data-tables/table-changes.ts'
export type { ChoiceDeps } from './models/choose-models.ts'
export { findForbidden as findForbiddenUse } from './models/missing-names.ts'
export { refuseUnready } from './models/model-needs.ts'
export { createModelPort, type ModelDeps } from './models/model-port.ts'
export { findSettings } from './models/models.store.ts'
export { isRunnersModelUsed, OR_YOUR_OWN } from './models/own-models.ts'
export { readSkills } from './skills/skills.ts'
export { actsForWorkflows, buildsWorkflows } from './steps/acting-owner.store.ts'
export { guardCodeStep } from './steps/code-step.ts'
export { viewerOf, viewerOfOwner } from './steps/step-viewer.ts'
export { editsWorkflow, logsOpenTo, type StepViewer, stepsOpenTo } from './steps/visible-steps.store.ts'
export { categoryExists, findMadeOf } from './transfer/convert.store.ts'
export {
  convertToAgent,
  inputSchema,
  insertDraftAgent,
  type MakingParts,
  outputSchema,
} from './transfer/convert-to-agent.ts'
export { findWhole, type WholeRow } from './transfer/transfer.store.ts'
export { removeUnnamed } from './workflow-hub/delete.store.ts'
export { findObstacles, findProblems, readDocument } from './workflows/document.ts'
export { lockToEdit, refuseViewer } from './workflows/drafts.ts'
export { findMemberRole } from './workflows/members.store.ts'
export { refuseTakenOut } from './workflows/shared-names.ts'
export { triggerAddress } from './workflows/trigger-address.ts'
export { findPublication } from './workflows/versions.store.ts'
export {
  type EditGrant,
  effectiveRole,
  type LookGrant,
  mayEditWorkflows,
  mayLookAtWorkflows,
  ownerEdits,
} from './workflows/workflows.policy.ts'
export { type Draft, findHook, findWorkflow } from './workflows/workflows.store.ts'
export {
  getWorkflow,
  insertWorkflow,
  keepVersion,
  refuseBroken,
  updateWorkflow,
  versionOfDraft,
  versionToStart,
} from './workflows/workflows.ts'
