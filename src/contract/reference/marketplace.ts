/** Reference texts: agents, reviews, sellers and services. */
import type { ReferenceText } from './reference-text.ts'

export const MARKETPLACE_TEXTS = {
  listAgents: [
    'Search agents',
    'Searches published agents by text, category, price, rating and seller. Results come in pages: use `page` and `page_size`.',
  ],
  getAgent: [
    'Get an agent',
    'Returns one published agent by id or slug, with its current version, input schema and price.',
  ],
  getAgentWorkflow: ['Get an agent’s steps', 'Returns the steps of an agent whose workflow is open.'],
  getAgentDocument: [
    'Get an agent’s workflow',
    'Returns the full workflow of a first-party agent. Sellers can also read their own.',
  ],
  listFeatured: ['List featured agents', 'Returns the agents the marketplace currently features.'],
  listAgreements: [
    'List data agreements',
    'Returns the agents you allowed to send your input to other services, by name.',
  ],
  agree: [
    'Accept an agent’s data flow',
    'Records that you accept where an agent sends its input. Some agents can’t run before that. For visitors it lasts a day.',
  ],
  withdrawAgreement: [
    'Withdraw a data agreement',
    'Withdraws your agreement. The agent can’t run for you until you agree again.',
  ],
  getAccountSlots: [
    'List the accounts an agent needs',
    'Returns the accounts of yours that an agent works with, what it does with each, and which you chose. With `service_id`, those of the version of that service.',
  ],
  lendAccount: [
    'Lend an account to an agent',
    'Lets an agent use one of your accounts, for what the version asks for and nothing else. Its seller never sees the account.',
  ],
  takeBackAccount: [
    'Take an account back from an agent',
    'The agent can no longer use the account. Runs that need it are refused until you choose one again.',
  ],
  getAgentTemplate: [
    'Get the agent import template',
    'Returns the columns to import agents with, and an example, as CSV or JSON.',
  ],
  previewAgentImport: [
    'Preview an import of agents',
    'Returns what a CSV file would create and what is wrong with it, by row and column. Nothing is saved.',
  ],
  importAgents: [
    'Import agents',
    'Creates a draft agent for each row of a CSV file, all of them or none. The same key imports once.',
  ],
  createAgent: ['Create an agent', 'Creates a draft listing from one of your workflows.'],
  updateAgent: [
    'Update an agent draft',
    'Changes the draft of your agent. Versions in review or on sale don’t change.',
  ],
  deleteAgent: ['Delete an agent draft', 'Deletes a draft that was never published.'],
  listOwnAgents: ['List your agents', 'Returns your agents in any phase, last changed first.'],
  getOwnAgent: [
    'Get one of your agents',
    'Returns your agent with its draft, missing parts, versions and reviewers’ comments.',
  ],
  controlOwnAgent: [
    'Change the state of your agent',
    'Withdraws from review, deprecates, revives, archives or restores your agent.',
  ],
  runAgentSamples: [
    'Run an agent’s samples',
    'Starts the samples of the draft on the platform. Results appear in the draft as they finish.',
  ],
  submitAgent: ['Submit an agent for review', 'Sends the draft to the reviewers as the next version.'],
  getSampleFile: ['Get a sample file', 'Returns a document that a listing shows as a sample.'],
  listSampleRuns: ['List sample runs', 'Returns the recorded sample runs of the version on show.'],
  getSampleRun: ['Get a sample run', 'Returns one recorded sample run with its output. The first is number 0.'],
  getSampleText: [
    'Get the text of a sample document',
    'Returns the extracted text of a sample document, with the position of every text segment.',
  ],
  getSamplePage: ['Get a page of a sample document', 'Returns one page of a sample document as a PNG.'],
  getAgentRecord: [
    'Get an agent’s track record',
    'Returns uptime, latest check, security scan, package and price history of an agent.',
  ],
  setAgentStanding: [
    'Set an agent’s status notice',
    'Announces maintenance or a message to the users of your agent. Send both fields empty to remove it.',
  ],
  listSubmissions: ['List submissions', 'Returns agent versions to review, longest waiting first, or decided ones.'],
  getSubmission: [
    'Get a submission',
    'Returns a submitted version with automatic findings and what changed since the last one.',
  ],
  decideSubmission: ['Decide a submission', 'Approves a version for the marketplace, or rejects it with a reason.'],
  listManagedAgents: ['List all agents', 'Returns the agents of every seller, for marketplace administrators.'],
  controlManagedAgent: ['Manage an agent', 'Suspends, reinstates, features or stops featuring an agent.'],
  getVersionDifference: ['Compare agent versions', 'Returns what changed between two versions of an agent.'],
  getAgentTests: ['Get agent test cases', 'Returns the test cases of your agent and the scores of its versions.'],
  updateAgentTests: ['Replace agent test cases', 'Replaces all test cases of your agent.'],
  evaluateAgent: ['Run agent test cases', 'Runs the test cases against the current workflow.'],
  getWorkflowTests: [
    'Get workflow test cases',
    'Returns the test cases of your workflow, its newest evaluations, and the scores of the draft and of the published version.',
  ],
  updateWorkflowTests: ['Replace workflow test cases', 'Replaces all test cases of your workflow.'],
  addTestCase: [
    'Add a run as a test case',
    'Adds a run of your workflow as a test case: its input, and what it answered unless you send what is expected. Repeating it adds nothing.',
  ],
  previewReviewedCase: [
    'Preview a test case of a decided run',
    'Returns what a test case of this run would hold: its texts with personal data replaced, what was replaced by kind, and the findings that people accepted or edited. Nothing is kept. Personal data is found by rules and lists that miss some, so read the texts.',
  ],
  makeReviewedCase: [
    'Make a test case of a decided run',
    'Keeps a decided run of your workflow as a test case. Texts you send instead of those of the preview have their personal data replaced as well. Repeating it for the same revision returns the same case. In a workspace an owner or admin must have allowed it in the data policy.',
  ],
  evaluateWorkflow: [
    'Run workflow test cases',
    'Runs the test cases with the draft, or with a version, and scores the answers.',
  ],
  getEvaluation: ['Get an evaluation', 'Returns one evaluation case by case, with scores, cost and time.'],
  listBenches: ['List comparisons', 'Returns your agent comparisons, newest first.'],
  createBench: ['Create a comparison', 'Creates a comparison of up to three agents that take the same kind of input.'],
  getBench: ['Get a comparison', 'Returns one of your comparisons with every run.'],
  saveBench: ['Update a comparison', 'Replaces the agents and cases of a comparison that hasn’t started.'],
  planBench: [
    'Estimate a comparison',
    'Returns the maximum cost of a comparison and what prevents it from starting. Nothing starts.',
  ],
  startBench: ['Start a comparison', 'Reserves the maximum cost and starts all runs, or none.'],
  cancelBench: ['Cancel a comparison', 'Cancels the open runs of a comparison. Finished runs are kept.'],
  expectOfBench: [
    'Set the expected result of a case',
    'Adds the expected result after the fact and scores the answers against it.',
  ],
  ruleBenchRun: ['Override a score', 'Overrides the automatic score of one run. `null` removes the override.'],
  deleteBench: [
    'Delete a comparison',
    'Cancels what is running and deletes inputs and outputs. A comparison without results disappears completely.',
  ],
  listReviews: ['List reviews of an agent', 'Returns reviews by people who bought or ran the agent.'],
  writeReview: [
    'Write a review',
    'Creates or replaces your review of an agent. You need a purchase or three successful runs on your own input.',
  ],
  deleteReview: ['Delete your review', 'Removes your review of an agent.'],
  replyToReview: ['Reply to a review', 'Publishes your reply to a review of your agent. An empty reply removes it.'],
  reportReview: ['Report a review', 'Reports a review to the moderators. You can report each review once.'],
  voteReview: [
    'Mark a review as useful',
    'Adds or removes your vote. You need a purchase or three successful runs on your own input.',
  ],
  listReceivedReviews: ['List reviews of your agents', 'Returns reviews of all your agents, newest first.'],
  listModeratedReviews: [
    'List reviews to moderate',
    'Returns reported and withheld reviews, longest waiting first, or removed ones.',
  ],
  moderateReview: ['Moderate a review', 'Keeps a review, or removes it with a public reason.'],
  getSeller: [
    'Get a seller',
    'Returns the public profile of a seller. List the seller’s agents with `listAgents` and `seller`.',
  ],
  listFollowed: ['List followed sellers', 'Returns the handles of the sellers you follow, newest first.'],
  followSeller: ['Follow a seller', 'Notifies you when a seller publishes. Repeating it changes nothing.'],
  unfollowSeller: ['Unfollow a seller', 'Stops following a seller. Repeating it changes nothing.'],
  listSaved: [
    'List saved agents',
    'Returns the ids of your saved agents, newest first. `listAgents` with `saved` returns the agents themselves.',
  ],
  saveAgent: ['Save an agent', 'Adds an agent to your saved agents. Repeating it changes nothing.'],
  unsaveAgent: ['Remove a saved agent', 'Removes an agent from your saved agents, even if it is no longer sold.'],
  listCategories: ['List categories', 'Returns all categories with the number of published agents in each.'],
  getCategory: ['Get a category', 'Returns one category by id or slug.'],
  getCategorySummary: ['Get category statistics', 'Returns the number of agents and runs per category.'],
  getDashboard: ['Get your dashboard', 'Returns your key figures, what needs attention and your latest runs.'],
  listServices: [
    'List services',
    'Returns your services, newest first. A service is an agent you added with settings of your own.',
  ],
  createService: ['Create a service', 'Adds the current version of an agent to your services.'],
  getService: ['Get a service', 'Returns one of your services with its settings and version.'],
  getServiceUsage: [
    'Get a service’s usage',
    'Returns how often a service ran and what it cost, by day and by what started the runs. At most its newest 20,000 runs are counted.',
  ],
  updateService: ['Update a service', 'Renames, configures, pauses, stops or starts a service.'],
  deployWorkflow: [
    'Create a service of your own workflow',
    'Adds what you have published of a workflow to your services, without the marketplace. Each new publication moves the service to it.',
  ],
  upgradeService: ['Upgrade a service', 'Moves a service to the version that is sold now.'],
  deleteService: ['Delete a service', 'Deletes a service. Its executions are kept.'],
  listServiceSchedules: [
    'List schedules of a service',
    'Returns when a service runs on its own, its next run and its latest results.',
  ],
  addServiceSchedule: [
    'Add a schedule',
    'Runs a service at set times with the input you give, which must match the service’s input schema.',
  ],
  changeServiceSchedule: [
    'Update a schedule',
    'Changes a schedule or turns it on or off. Fields you leave out keep their value.',
  ],
  removeServiceSchedule: ['Delete a schedule', 'Deletes a schedule. Its executions are kept.'],
  searchCodes: [
    'Search a code table',
    'Searches an installed code table by the start of a code or by words of its description.',
  ],
  lookUpCodes: [
    'Look up codes',
    'Returns the entries for a list of codes. Codes that are not in the table are left out.',
  ],
  callMcp: [
    'Call the marketplace over MCP',
    'The marketplace as a Model Context Protocol server, with tools to find, describe and run agents. Takes and returns JSON-RPC.',
  ],
  callServicesMcp: [
    'Call your services over MCP',
    'Your services and the marketplace as a Model Context Protocol server. An assistant signs in with OAuth, a program with an API key.',
  ],
  callServiceMcp: [
    'Call a service over MCP',
    'One of your services as a Model Context Protocol server, with a tool that runs it and one that checks a run later.',
  ],
  listOpenAiModels: [
    'List models for OpenAI clients',
    'Your services and custom agents as models of OpenAI’s API, and the embedding model of this installation.',
  ],
  getOpenAiModel: ['Get a model for OpenAI clients', 'Returns one of them.'],
  createChatCompletion: [
    'Create a chat completion',
    'Runs a service or custom agent on the messages, as OpenAI’s chat completions do. With `stream` it answers server-sent events.',
  ],
  createResponse: [
    'Create a response',
    'Runs a service or custom agent, as OpenAI’s responses do. `previous_response_id` continues an earlier one. With `stream` it answers server-sent events.',
  ],
  getResponse: ['Get a response', 'Returns a response while its run is kept.'],
  createEmbedding: [
    'Create embeddings',
    'Returns 512 numbers for each text, made by the embedding model of this installation. Free of charge.',
  ],
  getAgentCard: [
    'Get an agent card',
    'What a service or custom agent says of itself to agents of others, by the Agent2Agent protocol 1.0.',
  ],
  callAgent: [
    'Call an agent over A2A',
    'Takes JSON-RPC of the Agent2Agent protocol: SendMessage, SendStreamingMessage, GetTask, SubscribeToTask and CancelTask. A task is a run.',
  ],
  getServiceWidget: [
    'Get a service’s widget',
    'Returns where a service may be embedded and how much visitors used it today.',
  ],
  saveServiceWidget: [
    'Update a service’s widget',
    'Chooses the sites that may embed a service and its daily budget. Fields you leave out keep their value.',
  ],
  renewServiceWidget: ['Replace a widget token', 'Issues a new token. Pages with the old one stop working.'],
  getServiceChat: [
    'Get a service’s chat page',
    'Returns who may open the chat page of a service, and how much visitors used it today.',
  ],
  saveServiceChat: [
    'Update a service’s chat page',
    'Turns the page on or off and chooses who may open it. Fields you leave out keep their value.',
  ],
  renewServiceChat: ['Move a chat page', 'Gives the page a new address. The old one stops working.'],
  getServiceInbox: [
    'Get a service’s inbox settings',
    'Returns whether people who chat with a service may ask for a person, and who answers then.',
  ],
  saveServiceInbox: [
    'Update a service’s inbox settings',
    'Chooses whether people may ask for a person, the name and the first text they read, and when the agent answers again. Fields you leave out keep their value.',
  ],
  getInboxSummary: ['Get the inbox summary', 'Returns how many chats wait for an answer of a person.'],
  listInbox: [
    'List chats of the inbox',
    'Returns chats with your services. Those that wait come first, the longest wait at the top, then the last used.',
  ],
  getInboxChat: ['Get a chat of the inbox', 'Returns a chat with one of your services, and who answers in it.'],
  listInboxMessages: ['List messages of a chat', 'Returns what a visitor, the agent and people wrote, newest first.'],
  readInboxChat: ['Mark a chat as read', 'Marks the messages of a chat as read, up to one of them.'],
  takeInboxChat: ['Take a chat', 'Hands a chat over to you. The agent is silent until it is given back.'],
  answerInboxChat: [
    'Answer a chat',
    'Sends your answer to the visitor. Someone else’s answer that you haven’t seen refuses it with `illegal_transition`.',
  ],
  eraseInboxVisitor: [
    'Erase a visitor',
    'Deletes who writes in a chat: all their chats with the service, what they sent, and the input and output of the runs that answered them. Runs under way are cancelled.',
  ],
  returnInboxChat: ['Give a chat back', 'Gives a chat back to the agent, which answers the next message.'],
  listChatRatings: ['List ratings of answers', 'Returns what visitors think of answers, newest first.'],
  getApprovalBots: [
    'Get bots for approvals',
    'Returns the Slack app and the Telegram bot that bring approvals of the account to people, with what to enter at Slack.',
  ],
  saveApprovalBot: [
    'Connect a bot for approvals',
    'Connects an app at Slack or a bot at Telegram, which is asked whether it takes the token; Telegram is given the address. An empty body for Slack only makes the address and the manifest. Another workspace or bot than before disconnects its people.',
  ],
  disconnectApprovalBot: [
    'Disconnect a bot for approvals',
    'Takes the buttons off messages that still ask, and deletes the bot with the people who connected to it.',
  ],
  listApprovalContacts: [
    'List where approvals can reach you',
    'Returns the bots of your account and of workspaces where you can answer approvals, and who you are there.',
  ],
  createApprovalCode: [
    'Connect yourself to a bot',
    'Returns a code to send to the bot, which proves who you are there. It works once, for 15 minutes.',
  ],
  testApprovalContact: ['Send yourself a test message', 'Sends a message by the bot to the person who asks.'],
  disconnectApprovalContact: ['Disconnect yourself from a bot', 'Approvals no longer reach you by the bot.'],
  receiveApprovalPress: [
    'Receive presses of approvals',
    'The address of a bot for approvals. It takes deliveries that are signed by Slack in the last five minutes or have the secret token of Telegram. A press decides only for who is connected, may answer now, and for an approval that is still open.',
  ],
  getServiceChannel: [
    'Get a channel of a service',
    'Returns its state and settings, and what to enter at the service outside: the callback address, Meta’s verify token, the manifest of the Slack app.',
  ],
  saveServiceChannel: [
    'Update a channel of a service',
    'Connects a number, a bot, a workspace or a mailbox, changes settings, or turns the channel on or off. The service outside is asked whether it takes the sign-in; Telegram is given the address. Without a token, a Slack channel only gets its address. Fields you leave out keep their value.',
  ],
  disconnectServiceChannel: [
    'Disconnect a channel',
    'Deletes the channel with its people, their chats and messages that wait to be sent.',
  ],
  testServiceChannel: [
    'Test a channel',
    'On WhatsApp, sends the template if one is chosen, otherwise text, which Meta delivers only within 24 hours of the person’s last message. On Telegram and Slack, checks the token and the address; of a mailbox, that both servers take the sign-in.',
  ],
  listChannelPeople: ['List people of a channel', 'Returns who wrote through the channel, the last one first.'],
  listChannelMessages: [
    'List messages of a person',
    'Returns what a person wrote and what they were sent, newest first.',
  ],
  deleteChannelPerson: [
    'Erase a person of a channel',
    'Deletes a person’s address, chats, messages and files, and the data of the runs that answered them.',
  ],
  receiveChannel: [
    'Receive messages of a channel',
    'The callback address of a channel. It answers the checks of Meta and Slack, takes deliveries that are signed by them or have the secret token of Telegram, and answers after they are stored. Nothing is delivered to a channel by email, whose mailbox is read.',
  ],
  getChat: ['Get a chat page', 'Returns what a visitor sees before the first message.'],
  enterChat: [
    'Open a chat',
    'Returns a token to send as `X-Run-Token` with every other request. A page with a password asks for it here.',
  ],
  listVisitorConversations: ['List a visitor’s chats', 'Returns the visitor’s chats, last used first.'],
  listVisitorMessages: ['List a visitor’s messages', 'Returns the messages of a chat, newest first.'],
  sendVisitorMessage: [
    'Send a message as a visitor',
    'Sends a message, which a run of the service answers. Choose the id of a new chat yourself.',
  ],
  getVisitorFile: ['Download a file of an answer', 'Returns a file that a run made and its answer names.'],
  stopVisitorAnswer: ['Stop an answer', 'Ends the answer that is under way.'],
  streamVisitorAnswer: ['Follow an answer', 'Streams the answer that is under way as it is written.'],
  askForPerson: ['Ask for a person', 'Hands a chat over to a person. The agent is silent until it is given back.'],
  returnToAgent: ['Return to the agent', 'Ends a hand-over to a person: the agent answers the next message.'],
  followVisitorChat: [
    'Follow a chat',
    'Streams `changed` when a person has answered, or a chat was handed over or given back. Fetch the messages then.',
  ],
  rateVisitorAnswer: ['Rate an answer', 'Keeps what the visitor thinks of an answer. `null` takes it back.'],
  getWidget: ['Get a widget', 'Returns what visitors of another site see of a service.'],
  runWidget: [
    'Run a widget',
    'Runs an embedded service. Returns the result if it is ready within 25 seconds, otherwise a run to poll.',
  ],
  getWidgetRun: ['Get a widget run', 'Returns a run started by a widget. Send its token as `X-Run-Token`.'],
  getWidgetFile: [
    'Get a file of a widget run',
    'Returns a file created by a widget run. Send the run’s token as `X-Run-Token`.',
  ],
} as const satisfies Record<string, ReferenceText>
