/**
 * What a failed run tells people who may not see its content. The stored message of a failure may quote what went in; these texts are ours
 * alone.
 */
import { ERRORS } from '#contract/core/errors.ts'

const CAUSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    agent_calls_itself: 'An agent can’t run itself.',
    agent_failed: 'An agent that this workflow runs failed.',
    bad_input: 'The input doesn’t fit what the step expects.',
    busy: 'Too much was running at once.',
    code_error: 'The code of a step threw an error.',
    cpu_limit: 'The run used more processor time than allowed.',
    credential_host: 'A credential isn’t allowed for the host that was called.',
    credential_missing: 'A credential the workflow needs is missing.',
    document_missing: 'A document is missing.',
    file_not_found: 'A file no longer exists.',
    http_failed: 'A service on the network couldn’t be reached.',
    http_status: 'A service on the network answered with an error.',
    model_failed: 'The AI model answered with an error.',
    model_limited: 'The AI model takes no more requests for now.',
    model_refused: 'The AI model refused the request.',
    model_timeout: 'The AI model took too long.',
    model_too_long: 'The text is too long for the AI model.',
    node_crashed: 'A step crashed.',
    poison: 'The run stopped every process that worked on it.',
    response_too_large: 'A service on the network answered with too much data.',
    run_too_large: 'The run held more data than allowed.',
    runner_busy: 'Too much was running at once.',
    runner_lost: 'The process that did the work stopped.',
    server_full: 'The server had no room for more runs.',
    sql_failed: 'The database of the workflow refused a statement.',
    stopped: 'The workflow ended the run as failed.',
    sub_workflow_failed: 'A workflow that this one calls failed.',
    timeout: 'A step took too long.',
    url_refused: 'Calls to this address aren’t allowed.',
    workflow_not_found: 'A workflow that this one calls no longer exists.',
  }),
)

/** Null where the code alone has to do. */
export const causeOf = (code: string): string | null =>
  CAUSES.get(code) ?? (Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].text : null)
