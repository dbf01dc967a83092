/** Reference texts: runs, their review and files. */
import type { ReferenceText } from './reference-text.ts'

export const RUN_TEXTS = {
  listExecutions: [
    'List executions',
    'Returns your executions, newest first, without inputs and outputs. Super admins can list everyone’s.',
  ],
  getExecution: [
    'Get an execution',
    'Returns one execution with its status, steps, input and output. Poll it until `status` is `succeeded`, `failed` or `cancelled`, or use the event stream. Super admins read other people’s executions without inputs and outputs.',
  ],
  getWorkflowExecution: [
    'Get an execution (workflow path)',
    'Returns the same as `getExecution`, under the path of workflows.',
  ],
  getNodeOutput: [
    'Get the output of a step',
    'Returns the full output of one step, for outputs too large to be part of the execution.',
  ],
  listTrace: [
    'List the trace of an execution',
    'Returns every call of a model and of a tool in the order in which they ended, with tokens, cost and time, under its step and loop item, and the runs of agents and workflows that its steps started, with what each cost. Only for people who may see what the steps were sent.',
  ],
  getTraceEntry: [
    'Get a call of a trace',
    'Returns one call with everything that was sent and came back: messages, tools and results. Long texts are cut.',
  ],
  getQueue: [
    'Get the run queue',
    'Returns how many executions are waiting per priority, how long, and which workers are busy.',
  ],
  listExecutionLogs: [
    'List execution logs',
    'Lists all users’ executions with their owner, newest first, without their content. For admins.',
  ],
  getExecutionLog: [
    'Get an execution log',
    'Returns the steps, times, costs and error codes of any execution, without its content. For admins.',
  ],
  revealExecution: [
    'Reveal an execution',
    'Returns any execution with its content, as its owner sees it. The reason you give goes into the audit log. For admins.',
  ],
  streamExecution: [
    'Stream an execution',
    'Sends the events of one execution as server-sent events until it ends. Continue after a break with `Last-Event-ID`.',
  ],
  getFreeRuns: ['Get remaining free runs', 'Returns how many runs a visitor without an account has left today (UTC).'],
  controlExecution: [
    'Control an execution',
    'Pauses, resumes, cancels, retries, reruns or forks an execution. Retry, rerun and fork return the id of a new execution. Super admins can pause and cancel other people’s.',
  ],
  answerWait: ['Answer a waiting execution', 'Submits the approval or form that an execution is waiting for.'],
  createApprovalLink: [
    'Hand on an approval',
    'Makes a link with which someone without an account answers one approval, for 3 days. With an `email` it is mailed; with a `name`, `url` is returned once for you to pass on.',
  ],
  listApprovalLinks: ['List links to an approval', 'Returns the links that still open it, newest first.'],
  withdrawApprovalLink: ['Withdraw a link to an approval', 'The link stops working.'],
  getApproval: [
    'Get an approval by its link',
    'Returns what is asked, by whom and in which agent or workflow. Opening a link decides nothing.',
  ],
  decideApproval: [
    'Answer an approval by its link',
    'Approves or rejects. The first answer counts, and all links to the approval then stop working.',
  ],
  getDataPolicy: [
    'Get your data policy',
    'Returns how long the account keeps runs, documents and chats, and the longest the operator keeps runs.',
  ],
  previewDataPolicy: [
    'Preview a data policy',
    'Counts what would be deleted within the hour if this policy was saved. Changes nothing.',
  ],
  saveDataPolicy: [
    'Change your data policy',
    'Sets how long the account keeps runs, by service too, documents and chats. Older content is deleted within the hour.',
  ],
  getDeletionTerms: [
    'Get how long deleted content stays in backups',
    'Returns the days until the last scheduled backup with it is deleted; null where this installation schedules none.',
  ],
  deleteExecution: [
    'Delete an execution',
    'Deletes an ended execution with its input, output, steps, files and what was made of it: test cases, knowledge, memories. What was charged, and who deleted it, stays on record. Deleting it again gives the same answer.',
  ],
  deleteExecutions: [
    'Delete several executions',
    'Deletes several ended executions. Each id gets a result of its own.',
  ],
  claimExecutions: [
    'Claim executions made without an account',
    'Moves ended executions, with their files, into your account. Each one needs its run token, which stops working.',
  ],
  getRunShare: [
    'Get the sharing of an execution',
    'Returns until when the seller of its agent can read the execution, and whether you can share it.',
  ],
  shareRun: [
    'Share an execution with the seller',
    'Lets the seller of the agent read the input, steps, result and files of one ended execution for seven days.',
  ],
  endRunShare: ['Stop sharing an execution', 'Ends the seller’s access to a shared execution at once.'],
  listAgentFailures: [
    'List failures of your agent',
    'Returns why executions of your agent failed in 30 days: cause, step, version and count. Nothing buyers entered is included.',
  ],
  listSharedRuns: [
    'List executions shared with you',
    'Returns executions of your agent that buyers share with you now. Read one with `getExecution`.',
  ],
  getRunRetention: [
    'Get how long executions are kept',
    'Returns for how many days the content of your executions is kept, and the longest time you can choose.',
  ],
  setRunRetention: [
    'Set how long executions are kept',
    'Sets for how many days the content of your executions is kept, past ones included. Use null for as long as the operator keeps it.',
  ],
  listRecoverable: [
    'List failed executions to recover',
    'Returns failed executions that haven’t been recovered, newest first, with the cause.',
  ],
  planRecovery: ['Plan a recovery', 'Returns what recovering executions would keep, repeat and cost. Nothing starts.'],
  startRecovery: [
    'Start a recovery',
    'Recovers failed executions. Sending the same key again returns the recovery it started.',
  ],
  getRecovery: ['Get a recovery', 'Returns the progress of a recovery.'],
  redactAgain: [
    'Change a redacted file',
    'Returns a run’s redacted file with some removals undone and others added. Nothing is stored.',
  ],
  exportResult: [
    'Export a result',
    'Returns the findings of a run that succeeded with the decisions about them, as CSV, a PDF report or a Word report. Without `decisions` those that are stored are used; decisions you send replace them in the file and aren’t stored. `revision` exports what an earlier sign-off covered.',
  ],
  getRunReview: [
    'Get the review of a run',
    'Returns what was decided about each finding, by whom and when, and whether the document is signed off.',
  ],
  decideFindings: [
    'Decide about findings',
    'Accepts, edits or rejects findings, or takes a decision back with `verdict: null`. Say in `after` which decision you saw: if another person decided meanwhile, the answer is 409 `decision_conflict` and nothing changes. A signed-off document answers 409 `signed_off`.',
  ],
  decideAcceptance: [
    'Accept or reject a result',
    'Charges a result whose price is reserved until you accept it, or rejects it with a reason, which gives the price back. Send the same again and nothing changes. An accepted result can’t be rejected; a rejected one can be accepted until the time to decide ends, which accepts results that nobody decided about.',
  ],
  signOffRun: [
    'Sign off a document',
    'Closes a document with your name and the time. Findings that aren’t decided answer 409 `undecided_findings`, unless you send `undecided: true` and the service allows it. Where the price is charged when the result is accepted, this accepts it. Where a second person reads the document, this finishes your reading.',
  ],
  listReviewQueue: [
    'List the review queue',
    'Returns what runs wait for a person to answer, and documents with findings that aren’t signed off, of the last 90 days, with who reviews them and until when. While `preparing` is true, runs are still being read: ask again.',
  ],
  getReviewAgreement: [
    'Get the agreement of readers',
    'Returns how far first and second readers agree, as Cohen’s kappa, by agent or service, by the two readers and by tab of the result.',
  ],
  getReviewAccuracy: [
    'Get the accuracy on your documents',
    'Returns how many findings of signed-off documents were accepted without a change, edited or rejected, in each of the last 12 months: in all, by service and by field. `low` and `high` say how far the share can be relied on.',
  ],
  getReviewSettings: [
    'Get the review settings',
    'Returns how long after its due time an open document goes to another person, and to whom.',
  ],
  saveReviewSettings: [
    'Change the review settings',
    'Sets how long after its due time an open document goes to another person, or to the owners and admins with `escalate_to: null`. Who is assigned is reminded at the due time. For an approval the time counts from the question: a reminder then, and the escalation after twice the time.',
  ],
  assignRun: [
    'Assign a document',
    'Sets who reviews a document and until when. Send the `assignment` you saw; if it changed meanwhile, the answer is 409 `stale_details`. The person who is assigned gets a notice.',
  ],
  assignWait: [
    'Assign an approval or a form',
    'Sets who is asked to answer what a run waits for. Send the `assignment` you saw; if it changed meanwhile, the answer is 409 `stale_details`. The person gets a notice, and the message in Slack or Telegram. Others who may answer still can.',
  ],
  listRunComments: [
    'List comments on a document',
    'Returns what people said about the findings of a run, oldest first, and who can be mentioned.',
  ],
  listActivity: [
    'List activity',
    'Returns what people did in your account or workspace, newest first: who saw, started, decided, signed off, shared, exported and deleted what, and who changed settings. In a workspace for owners and admins.',
  ],
  exportActivity: [
    'Export activity',
    'Returns the activity as CSV or JSON. The export is an entry of it. In a workspace for owners and admins.',
  ],
  getRunRecord: [
    'Get the record of a run',
    'Returns who ran, opened, decided, signed, shared and exported it, and when, oldest first, each entry with its hash. `state` says whether every entry is as it was written. For its owner; in a workspace for owners and admins.',
  ],
  downloadRunRecord: [
    'Download the record of a run',
    'Returns the record as a PDF in your language, or as JSON with the signed text of each entry, so that you can check the chain yourself. The download is entered in the record.',
  ],
  addRunComment: ['Comment on a document', 'Adds a comment to a run. People in `mentions` get a notice.'],
  reopenRun: [
    'Reopen a document',
    'Opens a signed-off document for changes, as its next revision. Earlier sign-offs are kept.',
  ],
  uploadFile: [
    'Upload a file',
    'Stores one file (multipart/form-data, field `file`). Pass its id to an agent as `{"file_id": "…"}`.',
  ],
  getFile: ['Download a file', 'Returns the file as an attachment.'],
  deleteFile: [
    'Delete a file',
    'Deletes an uploaded document with its text and page images. Refused while something uses it. Executions that read it keep their results.',
  ],
  getFileText: [
    'Get the text of a file',
    'Returns the extracted text of a document, with the position of every text segment.',
  ],
  getFilePage: ['Get a page of a file', 'Returns one page of a PDF as a PNG.'],
} as const satisfies Record<string, ReferenceText>
