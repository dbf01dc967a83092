import type { default as McpServersTable } from './McpServers.ts';
import type { default as BrandLogosTable } from './BrandLogos.ts';
import type { default as ModelSettingsTable } from './ModelSettings.ts';
import type { default as CategoriesTable } from './Categories.ts';
import type { default as AppCallsTable } from './AppCalls.ts';
import type { default as AgentVersionsTable } from './AgentVersions.ts';
import type { default as ReviewRemindersTable } from './ReviewReminders.ts';
import type { default as ErrorReportsTable } from './ErrorReports.ts';
import type { default as MailsTable } from './Mails.ts';
import type { default as JobLeasesTable } from './JobLeases.ts';
import type { default as ScimUsersTable } from './ScimUsers.ts';
import type { default as SubscriptionsTable } from './Subscriptions.ts';
import type { default as KnowledgeSourceItemsTable } from './KnowledgeSourceItems.ts';
import type { default as CouponsTable } from './Coupons.ts';
import type { default as AgentDraftsTable } from './AgentDrafts.ts';
import type { default as AuditLogTable } from './AuditLog.ts';
import type { default as ChatHandoversTable } from './ChatHandovers.ts';
import type { default as PlanVersionsTable } from './PlanVersions.ts';
import type { default as WorkflowOperationsTable } from './WorkflowOperations.ts';
import type { default as UsersTable } from './Users.ts';
import type { default as OrdersTable } from './Orders.ts';
import type { default as WorkflowEvaluationResultsTable } from './WorkflowEvaluationResults.ts';
import type { default as FilesTable } from './Files.ts';
import type { default as ReviewSettingsTable } from './ReviewSettings.ts';
import type { default as PayoutTransfersTable } from './PayoutTransfers.ts';
import type { default as WorkflowPublicationsTable } from './WorkflowPublications.ts';
import type { default as WorkspaceDomainsTable } from './WorkspaceDomains.ts';
import type { default as MandateEndingsTable } from './MandateEndings.ts';
import type { default as WorkflowInvitationsTable } from './WorkflowInvitations.ts';
import type { default as BatchItemsTable } from './BatchItems.ts';
import type { default as SkillsTable } from './Skills.ts';
import type { default as AgentUsersTable } from './AgentUsers.ts';
import type { default as RunReviewsTable } from './RunReviews.ts';
import type { default as WorkspaceActivityTable } from './WorkspaceActivity.ts';
import type { default as CuratedQuestionsTable } from './CuratedQuestions.ts';
import type { default as SellerYearsTable } from './SellerYears.ts';
import type { default as ModelsTable } from './Models.ts';
import type { default as CodesTable } from './Codes.ts';
import type { default as SignOnPeopleTable } from './SignOnPeople.ts';
import type { default as McpPackageVersionsTable } from './McpPackageVersions.ts';
import type { default as RenewalsTable } from './Renewals.ts';
import type { default as StorageUsedTable } from './StorageUsed.ts';
import type { default as AnalyticsUsesTable } from './AnalyticsUses.ts';
import type { default as ScimRequestsTable } from './ScimRequests.ts';
import type { default as AppTriggersTable } from './AppTriggers.ts';
import type { default as ConsentsTable } from './Consents.ts';
import type { default as WorkspacesTable } from './Workspaces.ts';
import type { default as InvoicesTable } from './Invoices.ts';
import type { default as ConversationSummariesTable } from './ConversationSummaries.ts';
import type { default as PluginPackagesTable } from './PluginPackages.ts';
import type { default as AnalyticsSegmentDaysTable } from './AnalyticsSegmentDays.ts';
import type { default as WorkflowEvaluationsTable } from './WorkflowEvaluations.ts';
import type { default as IdempotentRequestsTable } from './IdempotentRequests.ts';
import type { default as DataExportsTable } from './DataExports.ts';
import type { default as GatewayEventsTable } from './GatewayEvents.ts';
import type { default as WorkspaceSignOnsTable } from './WorkspaceSignOns.ts';
import type { default as UnreadResultsTable } from './UnreadResults.ts';
import type { default as SellersTable } from './Sellers.ts';
import type { default as ServiceHookDeliveriesTable } from './ServiceHookDeliveries.ts';
import type { default as DataTableSharesTable } from './DataTableShares.ts';
import type { default as CredentialsTable } from './Credentials.ts';
import type { default as ChargesTable } from './Charges.ts';
import type { default as SearchWordsTable } from './SearchWords.ts';
import type { default as PluginEventsTable } from './PluginEvents.ts';
import type { default as PayoutContactsTable } from './PayoutContacts.ts';
import type { default as WorkspaceInvitationsTable } from './WorkspaceInvitations.ts';
import type { default as RecoveriesTable } from './Recoveries.ts';
import type { default as ErasedSubjectsTable } from './ErasedSubjects.ts';
import type { default as PieceValuesTable } from './PieceValues.ts';
import type { default as AnalyticsProgressTable } from './AnalyticsProgress.ts';
import type { default as WorkflowsTable } from './Workflows.ts';
import type { default as ReportCaseEventsTable } from './ReportCaseEvents.ts';
import type { default as ScimGroupsTable } from './ScimGroups.ts';
import type { default as CuratedAnswersTable } from './CuratedAnswers.ts';
import type { default as MailDeliveriesTable } from './MailDeliveries.ts';
import type { default as RefundsTable } from './Refunds.ts';
import type { default as DisputeEvidenceSentBackTable } from './DisputeEvidenceSentBack.ts';
import type { default as WorkflowCommentsTable } from './WorkflowComments.ts';
import type { default as ExecutionsTable } from './Executions.ts';
import type { default as ScimGroupMembersTable } from './ScimGroupMembers.ts';
import type { default as SubscriptionEventsTable } from './SubscriptionEvents.ts';
import type { default as SellerFollowsTable } from './SellerFollows.ts';
import type { default as WorkflowVersionsTable } from './WorkflowVersions.ts';
import type { default as ServiceWidgetRunsTable } from './ServiceWidgetRuns.ts';
import type { default as PaymentsTable } from './Payments.ts';
import type { default as LedgerAccountKindsTable } from './LedgerAccountKinds.ts';
import type { default as BenchCasesTable } from './BenchCases.ts';
import type { default as McpToolsTable } from './McpTools.ts';
import type { default as ExecutionWaitsTable } from './ExecutionWaits.ts';
import type { default as PluginsTable } from './Plugins.ts';
import type { default as ReportsTable } from './Reports.ts';
import type { default as ServiceWidgetsTable } from './ServiceWidgets.ts';
import type { default as MigrationsTable } from './Migrations.ts';
import type { default as ApprovalLinksTable } from './ApprovalLinks.ts';
import type { default as SnippetsTable } from './Snippets.ts';
import type { default as AgentSampleRunsTable } from './AgentSampleRuns.ts';
import type { default as WorkflowCheckpointsTable } from './WorkflowCheckpoints.ts';
import type { default as AnalyticsEventsTable } from './AnalyticsEvents.ts';
import type { default as NoticeCausesTable } from './NoticeCauses.ts';
import type { default as ApprovalBotsTable } from './ApprovalBots.ts';
import type { default as RunDecisionsTable } from './RunDecisions.ts';
import type { default as KnowledgeSitePagesTable } from './KnowledgeSitePages.ts';
import type { default as InvoicesDueTable } from './InvoicesDue.ts';
import type { default as InvoicedTable } from './Invoiced.ts';
import type { default as QueueJobsTable } from './QueueJobs.ts';
import type { default as AvatarsTable } from './Avatars.ts';
import type { default as TransfersTable } from './Transfers.ts';
import type { default as ServiceSchedulesTable } from './ServiceSchedules.ts';
import type { default as ListingVectorsTable } from './ListingVectors.ts';
import type { default as ModelCallsTable } from './ModelCalls.ts';
import type { default as SigningSecretsTable } from './SigningSecrets.ts';
import type { default as MandatesTable } from './Mandates.ts';
import type { default as PlansTable } from './Plans.ts';
import type { default as AuditUnsealedTable } from './AuditUnsealed.ts';
import type { default as ServiceScheduleTimesTable } from './ServiceScheduleTimes.ts';
import type { default as WorkflowMembersTable } from './WorkflowMembers.ts';
import type { default as ApprovalCodesTable } from './ApprovalCodes.ts';
import type { default as BatchExportsTable } from './BatchExports.ts';
import type { default as TriggerCallsTable } from './TriggerCalls.ts';
import type { default as ServiceInboxesTable } from './ServiceInboxes.ts';
import type { default as RunCommentsTable } from './RunComments.ts';
import type { default as TraceEntriesTable } from './TraceEntries.ts';
import type { default as SkillFilesTable } from './SkillFiles.ts';
import type { default as ServicesTable } from './Services.ts';
import type { default as DisputeEvidenceTable } from './DisputeEvidence.ts';
import type { default as ChatVisitorsTable } from './ChatVisitors.ts';
import type { default as PayoutRunsTable } from './PayoutRuns.ts';
import type { default as DataPoliciesTable } from './DataPolicies.ts';
import type { default as LedgerAccountsTable } from './LedgerAccounts.ts';
import type { default as CouponRedemptionsTable } from './CouponRedemptions.ts';
import type { default as AgentsTable } from './Agents.ts';
import type { default as AgentDaysTable } from './AgentDays.ts';
import type { default as PendingConnectsTable } from './PendingConnects.ts';
import type { default as AnalyticsCohortsTable } from './AnalyticsCohorts.ts';
import type { default as AgentSubmissionsTable } from './AgentSubmissions.ts';
import type { default as AgentStatsTable } from './AgentStats.ts';
import type { default as CodeTablesTable } from './CodeTables.ts';
import type { default as ApiKeysTable } from './ApiKeys.ts';
import type { default as CallbackDeliveriesTable } from './CallbackDeliveries.ts';
import type { default as InstallationTable } from './Installation.ts';
import type { default as MetricSamplesTable } from './MetricSamples.ts';
import type { default as FailuresTable } from './Failures.ts';
import type { default as McpPackageEventsTable } from './McpPackageEvents.ts';
import type { default as WorkflowPinsTable } from './WorkflowPins.ts';
import type { default as AgentDownHoursTable } from './AgentDownHours.ts';
import type { default as BenchAgentsTable } from './BenchAgents.ts';
import type { default as MemoriesTable } from './Memories.ts';
import type { default as DisputeFilesTable } from './DisputeFiles.ts';
import type { default as SellerProfilesTable } from './SellerProfiles.ts';
import type { default as SearchSynonymsTable } from './SearchSynonyms.ts';
import type { default as AnalyticsActiveTable } from './AnalyticsActive.ts';
import type { default as SignUpInvitationsTable } from './SignUpInvitations.ts';
import type { default as JournalTable } from './Journal.ts';
import type { default as DataTablesTable } from './DataTables.ts';
import type { default as TaxRulesTable } from './TaxRules.ts';
import type { default as BenchFilesTable } from './BenchFiles.ts';
import type { default as AcceptanceDecisionsTable } from './AcceptanceDecisions.ts';
import type { default as ReviewsTable } from './Reviews.ts';
import type { default as LeftoversTable } from './Leftovers.ts';
import type { default as AuditStateTable } from './AuditState.ts';
import type { default as PurchasesTable } from './Purchases.ts';
import type { default as AssistantClientsTable } from './AssistantClients.ts';
import type { default as ServicePagesTable } from './ServicePages.ts';
import type { default as AgentVersionRunsTable } from './AgentVersionRuns.ts';
import type { default as ApiCallsTable } from './ApiCalls.ts';
import type { default as VisitorUsageTable } from './VisitorUsage.ts';
import type { default as SettingsTable } from './Settings.ts';
import type { default as McpPackagesTable } from './McpPackages.ts';
import type { default as SavedAgentsTable } from './SavedAgents.ts';
import type { default as RunSignOffsTable } from './RunSignOffs.ts';
import type { default as InvoiceSeriesTable } from './InvoiceSeries.ts';
import type { default as ServiceHooksTable } from './ServiceHooks.ts';
import type { default as CouponRunsTable } from './CouponRuns.ts';
import type { default as MarketplaceTable } from './Marketplace.ts';
import type { default as DataTableRowsTable } from './DataTableRows.ts';
import type { default as ImportedActionsTable } from './ImportedActions.ts';
import type { default as ExecutorsTable } from './Executors.ts';
import type { default as AnalyticsMoneyDaysTable } from './AnalyticsMoneyDays.ts';
import type { default as PayoutsTable } from './Payouts.ts';
import type { default as NotificationsTable } from './Notifications.ts';
import type { default as AnalyticsSearchDaysTable } from './AnalyticsSearchDays.ts';
import type { default as LedgerEntriesTable } from './LedgerEntries.ts';
import type { default as SalesTable } from './Sales.ts';
import type { default as HeldStartsTable } from './HeldStarts.ts';
import type { default as TrialsTakenTable } from './TrialsTaken.ts';
import type { default as ChannelMessagesTable } from './ChannelMessages.ts';
import type { default as AssistantCodesTable } from './AssistantCodes.ts';
import type { default as AnalyticsPeopleDaysTable } from './AnalyticsPeopleDays.ts';
import type { default as RunStopsTable } from './RunStops.ts';
import type { default as RoleRequestsTable } from './RoleRequests.ts';
import type { default as TableTriggersTable } from './TableTriggers.ts';
import type { default as AssistantTokensTable } from './AssistantTokens.ts';
import type { default as AnalyticsAgentDaysTable } from './AnalyticsAgentDays.ts';
import type { default as ApprovalContactsTable } from './ApprovalContacts.ts';
import type { default as ReviewReportsTable } from './ReviewReports.ts';
import type { default as BenchesTable } from './Benches.ts';
import type { default as RunMovesTable } from './RunMoves.ts';
import type { default as TrialRunsTable } from './TrialRuns.ts';
import type { default as KnowledgeIndexesTable } from './KnowledgeIndexes.ts';
import type { default as KnowledgeSourcesTable } from './KnowledgeSources.ts';
import type { default as WorkspaceProvisioningTable } from './WorkspaceProvisioning.ts';
import type { default as NotificationHeadsTable } from './NotificationHeads.ts';
import type { default as ContactMessagesTable } from './ContactMessages.ts';
import type { default as AnalyticsEventDaysTable } from './AnalyticsEventDays.ts';
import type { default as AssistantsTable } from './Assistants.ts';
import type { default as AgentScoresTable } from './AgentScores.ts';
import type { default as SupportViewsTable } from './SupportViews.ts';
import type { default as BackupsTable } from './Backups.ts';
import type { default as ReportCasesTable } from './ReportCases.ts';
import type { default as WorkflowTriggersTable } from './WorkflowTriggers.ts';
import type { default as ChannelsTable } from './Channels.ts';
import type { default as AuditChainTable } from './AuditChain.ts';
import type { default as WorkspaceRemovalsTable } from './WorkspaceRemovals.ts';
import type { default as DisputesTable } from './Disputes.ts';
import type { default as AgreementsTable } from './Agreements.ts';
import type { default as AgentSampleFilesTable } from './AgentSampleFiles.ts';
import type { default as BenchRunsTable } from './BenchRuns.ts';
import type { default as KnowledgeSharesTable } from './KnowledgeShares.ts';
import type { default as LedgerBalancesTable } from './LedgerBalances.ts';
import type { default as KnowledgeDocumentsTable } from './KnowledgeDocuments.ts';
import type { default as KnowledgeChunksTable } from './KnowledgeChunks.ts';
import type { default as KnowledgeBasesTable } from './KnowledgeBases.ts';
import type { default as LentAccountsTable } from './LentAccounts.ts';
import type { default as WorkspaceMembersTable } from './WorkspaceMembers.ts';
import type { default as IncomingFilesTable } from './IncomingFiles.ts';
import type { default as RunRecordsTable } from './RunRecords.ts';
import type { default as ConversationsTable } from './Conversations.ts';
import type { default as RunRecordEntriesTable } from './RunRecordEntries.ts';
import type { default as BatchResultsTable } from './BatchResults.ts';
import type { default as KnowledgeHostsTable } from './KnowledgeHosts.ts';
import type { default as InvoiceCodesTable } from './InvoiceCodes.ts';
import type { default as LedgerTransactionsTable } from './LedgerTransactions.ts';
import type { default as PlatformHoursTable } from './PlatformHours.ts';
import type { default as AppTriggerItemsTable } from './AppTriggerItems.ts';
import type { default as CreditSettingsTable } from './CreditSettings.ts';
import type { default as ImportedAppsTable } from './ImportedApps.ts';
import type { default as KnowledgeSitesTable } from './KnowledgeSites.ts';
import type { default as TableChangesTable } from './TableChanges.ts';
import type { default as TriggerKeysTable } from './TriggerKeys.ts';
import type { default as TableTriggerRunsTable } from './TableTriggerRuns.ts';
import type { default as ConversationMessagesTable } from './ConversationMessages.ts';
import type { default as ReviewVotesTable } from './ReviewVotes.ts';
import type { default as AgentPriceChangesTable } from './AgentPriceChanges.ts';
import type { default as AgentCheckTurnsTable } from './AgentCheckTurns.ts';
import type { default as ReconciliationsTable } from './Reconciliations.ts';
import type { default as SkillRevisionsTable } from './SkillRevisions.ts';
import type { default as AnnouncementTable } from './Announcement.ts';
import type { default as SnippetVersionsTable } from './SnippetVersions.ts';
import type { default as MemoryFactsTable } from './MemoryFacts.ts';
import type { default as WorkflowCasesTable } from './WorkflowCases.ts';
import type { default as AgentImportsTable } from './AgentImports.ts';
import type { default as RecoveryItemsTable } from './RecoveryItems.ts';
import type { default as ApprovalMessagesTable } from './ApprovalMessages.ts';
import type { default as AgentChecksTable } from './AgentChecks.ts';
import type { default as ChannelOutboxTable } from './ChannelOutbox.ts';
import type { default as BatchesTable } from './Batches.ts';
import type { default as OauthApplicationsTable } from './OauthApplications.ts';
import type { default as NodeRunsTable } from './NodeRuns.ts';
import type { default as GivenBackTable } from './GivenBack.ts';

export default interface PublicSchema {
  mcp_servers: McpServersTable;

  brand_logos: BrandLogosTable;

  model_settings: ModelSettingsTable;

  categories: CategoriesTable;

  app_calls: AppCallsTable;

  agent_versions: AgentVersionsTable;

  review_reminders: ReviewRemindersTable;

  error_reports: ErrorReportsTable;

  mails: MailsTable;

  job_leases: JobLeasesTable;

  scim_users: ScimUsersTable;

  subscriptions: SubscriptionsTable;

  knowledge_source_items: KnowledgeSourceItemsTable;

  coupons: CouponsTable;

  agent_drafts: AgentDraftsTable;

  audit_log: AuditLogTable;

  chat_handovers: ChatHandoversTable;

  plan_versions: PlanVersionsTable;

  workflow_operations: WorkflowOperationsTable;

  users: UsersTable;

  orders: OrdersTable;

  workflow_evaluation_results: WorkflowEvaluationResultsTable;

  files: FilesTable;

  review_settings: ReviewSettingsTable;

  payout_transfers: PayoutTransfersTable;

  workflow_publications: WorkflowPublicationsTable;

  workspace_domains: WorkspaceDomainsTable;

  mandate_endings: MandateEndingsTable;

  workflow_invitations: WorkflowInvitationsTable;

  batch_items: BatchItemsTable;

  skills: SkillsTable;

  agent_users: AgentUsersTable;

  run_reviews: RunReviewsTable;

  workspace_activity: WorkspaceActivityTable;

  curated_questions: CuratedQuestionsTable;

  seller_years: SellerYearsTable;

  models: ModelsTable;

  codes: CodesTable;

  sign_on_people: SignOnPeopleTable;

  mcp_package_versions: McpPackageVersionsTable;

  renewals: RenewalsTable;

  storage_used: StorageUsedTable;

  analytics_uses: AnalyticsUsesTable;

  scim_requests: ScimRequestsTable;

  app_triggers: AppTriggersTable;

  consents: ConsentsTable;

  workspaces: WorkspacesTable;

  invoices: InvoicesTable;

  conversation_summaries: ConversationSummariesTable;

  plugin_packages: PluginPackagesTable;

  analytics_segment_days: AnalyticsSegmentDaysTable;

  workflow_evaluations: WorkflowEvaluationsTable;

  idempotent_requests: IdempotentRequestsTable;

  data_exports: DataExportsTable;

  gateway_events: GatewayEventsTable;

  workspace_sign_ons: WorkspaceSignOnsTable;

  unread_results: UnreadResultsTable;

  sellers: SellersTable;

  service_hook_deliveries: ServiceHookDeliveriesTable;

  data_table_shares: DataTableSharesTable;

  credentials: CredentialsTable;

  charges: ChargesTable;

  search_words: SearchWordsTable;

  plugin_events: PluginEventsTable;

  payout_contacts: PayoutContactsTable;

  workspace_invitations: WorkspaceInvitationsTable;

  recoveries: RecoveriesTable;

  erased_subjects: ErasedSubjectsTable;

  piece_values: PieceValuesTable;

  analytics_progress: AnalyticsProgressTable;

  workflows: WorkflowsTable;

  report_case_events: ReportCaseEventsTable;

  scim_groups: ScimGroupsTable;

  curated_answers: CuratedAnswersTable;

  mail_deliveries: MailDeliveriesTable;

  refunds: RefundsTable;

  dispute_evidence_sent_back: DisputeEvidenceSentBackTable;

  workflow_comments: WorkflowCommentsTable;

  executions: ExecutionsTable;

  scim_group_members: ScimGroupMembersTable;

  subscription_events: SubscriptionEventsTable;

  seller_follows: SellerFollowsTable;

  workflow_versions: WorkflowVersionsTable;

  service_widget_runs: ServiceWidgetRunsTable;

  payments: PaymentsTable;

  ledger_account_kinds: LedgerAccountKindsTable;

  bench_cases: BenchCasesTable;

  mcp_tools: McpToolsTable;

  execution_waits: ExecutionWaitsTable;

  plugins: PluginsTable;

  reports: ReportsTable;

  service_widgets: ServiceWidgetsTable;

  migrations: MigrationsTable;

  approval_links: ApprovalLinksTable;

  snippets: SnippetsTable;

  agent_sample_runs: AgentSampleRunsTable;

  workflow_checkpoints: WorkflowCheckpointsTable;

  analytics_events: AnalyticsEventsTable;

  notice_causes: NoticeCausesTable;

  approval_bots: ApprovalBotsTable;

  run_decisions: RunDecisionsTable;

  knowledge_site_pages: KnowledgeSitePagesTable;

  invoices_due: InvoicesDueTable;

  invoiced: InvoicedTable;

  queue_jobs: QueueJobsTable;

  avatars: AvatarsTable;

  transfers: TransfersTable;

  service_schedules: ServiceSchedulesTable;

  listing_vectors: ListingVectorsTable;

  model_calls: ModelCallsTable;

  signing_secrets: SigningSecretsTable;

  mandates: MandatesTable;

  plans: PlansTable;

  audit_unsealed: AuditUnsealedTable;

  service_schedule_times: ServiceScheduleTimesTable;

  workflow_members: WorkflowMembersTable;

  approval_codes: ApprovalCodesTable;

  batch_exports: BatchExportsTable;

  trigger_calls: TriggerCallsTable;

  service_inboxes: ServiceInboxesTable;

  run_comments: RunCommentsTable;

  trace_entries: TraceEntriesTable;

  skill_files: SkillFilesTable;

  services: ServicesTable;

  dispute_evidence: DisputeEvidenceTable;

  chat_visitors: ChatVisitorsTable;

  payout_runs: PayoutRunsTable;

  data_policies: DataPoliciesTable;

  ledger_accounts: LedgerAccountsTable;

  coupon_redemptions: CouponRedemptionsTable;

  agents: AgentsTable;

  agent_days: AgentDaysTable;

  pending_connects: PendingConnectsTable;

  analytics_cohorts: AnalyticsCohortsTable;

  agent_submissions: AgentSubmissionsTable;

  agent_stats: AgentStatsTable;

  code_tables: CodeTablesTable;

  api_keys: ApiKeysTable;

  callback_deliveries: CallbackDeliveriesTable;

  installation: InstallationTable;

  metric_samples: MetricSamplesTable;

  failures: FailuresTable;

  mcp_package_events: McpPackageEventsTable;

  workflow_pins: WorkflowPinsTable;

  agent_down_hours: AgentDownHoursTable;

  bench_agents: BenchAgentsTable;

  memories: MemoriesTable;

  dispute_files: DisputeFilesTable;

  seller_profiles: SellerProfilesTable;

  search_synonyms: SearchSynonymsTable;

  analytics_active: AnalyticsActiveTable;

  sign_up_invitations: SignUpInvitationsTable;

  journal: JournalTable;

  data_tables: DataTablesTable;

  tax_rules: TaxRulesTable;

  bench_files: BenchFilesTable;

  acceptance_decisions: AcceptanceDecisionsTable;

  reviews: ReviewsTable;

  leftovers: LeftoversTable;

  audit_state: AuditStateTable;

  purchases: PurchasesTable;

  assistant_clients: AssistantClientsTable;

  service_pages: ServicePagesTable;

  agent_version_runs: AgentVersionRunsTable;

  api_calls: ApiCallsTable;

  visitor_usage: VisitorUsageTable;

  settings: SettingsTable;

  mcp_packages: McpPackagesTable;

  saved_agents: SavedAgentsTable;

  run_sign_offs: RunSignOffsTable;

  invoice_series: InvoiceSeriesTable;

  service_hooks: ServiceHooksTable;

  coupon_runs: CouponRunsTable;

  marketplace: MarketplaceTable;

  data_table_rows: DataTableRowsTable;

  imported_actions: ImportedActionsTable;

  executors: ExecutorsTable;

  analytics_money_days: AnalyticsMoneyDaysTable;

  payouts: PayoutsTable;

  notifications: NotificationsTable;

  analytics_search_days: AnalyticsSearchDaysTable;

  ledger_entries: LedgerEntriesTable;

  sales: SalesTable;

  held_starts: HeldStartsTable;

  trials_taken: TrialsTakenTable;

  channel_messages: ChannelMessagesTable;

  assistant_codes: AssistantCodesTable;

  analytics_people_days: AnalyticsPeopleDaysTable;

  run_stops: RunStopsTable;

  role_requests: RoleRequestsTable;

  table_triggers: TableTriggersTable;

  assistant_tokens: AssistantTokensTable;

  analytics_agent_days: AnalyticsAgentDaysTable;

  approval_contacts: ApprovalContactsTable;

  review_reports: ReviewReportsTable;

  benches: BenchesTable;

  run_moves: RunMovesTable;

  trial_runs: TrialRunsTable;

  knowledge_indexes: KnowledgeIndexesTable;

  knowledge_sources: KnowledgeSourcesTable;

  workspace_provisioning: WorkspaceProvisioningTable;

  notification_heads: NotificationHeadsTable;

  contact_messages: ContactMessagesTable;

  analytics_event_days: AnalyticsEventDaysTable;

  assistants: AssistantsTable;

  agent_scores: AgentScoresTable;

  support_views: SupportViewsTable;

  backups: BackupsTable;

  report_cases: ReportCasesTable;

  workflow_triggers: WorkflowTriggersTable;

  channels: ChannelsTable;

  audit_chain: AuditChainTable;

  workspace_removals: WorkspaceRemovalsTable;

  disputes: DisputesTable;

  agreements: AgreementsTable;

  agent_sample_files: AgentSampleFilesTable;

  bench_runs: BenchRunsTable;

  knowledge_shares: KnowledgeSharesTable;

  ledger_balances: LedgerBalancesTable;

  knowledge_documents: KnowledgeDocumentsTable;

  knowledge_chunks: KnowledgeChunksTable;

  knowledge_bases: KnowledgeBasesTable;

  lent_accounts: LentAccountsTable;

  workspace_members: WorkspaceMembersTable;

  incoming_files: IncomingFilesTable;

  run_records: RunRecordsTable;

  conversations: ConversationsTable;

  run_record_entries: RunRecordEntriesTable;

  batch_results: BatchResultsTable;

  knowledge_hosts: KnowledgeHostsTable;

  invoice_codes: InvoiceCodesTable;

  ledger_transactions: LedgerTransactionsTable;

  platform_hours: PlatformHoursTable;

  app_trigger_items: AppTriggerItemsTable;

  credit_settings: CreditSettingsTable;

  imported_apps: ImportedAppsTable;

  knowledge_sites: KnowledgeSitesTable;

  table_changes: TableChangesTable;

  trigger_keys: TriggerKeysTable;

  table_trigger_runs: TableTriggerRunsTable;

  conversation_messages: ConversationMessagesTable;

  review_votes: ReviewVotesTable;

  agent_price_changes: AgentPriceChangesTable;

  agent_check_turns: AgentCheckTurnsTable;

  reconciliations: ReconciliationsTable;

  skill_revisions: SkillRevisionsTable;

  announcement: AnnouncementTable;

  snippet_versions: SnippetVersionsTable;

  memory_facts: MemoryFactsTable;

  workflow_cases: WorkflowCasesTable;

  agent_imports: AgentImportsTable;

  recovery_items: RecoveryItemsTable;

  approval_messages: ApprovalMessagesTable;

  agent_checks: AgentChecksTable;

  channel_outbox: ChannelOutboxTable;

  batches: BatchesTable;

  oauth_applications: OauthApplicationsTable;

  node_runs: NodeRunsTable;

  given_back: GivenBackTable;
}