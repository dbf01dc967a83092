/**
 * Schemas that the OpenAPI document has under a name of their own, so that clients get one type for each of them. What is not named
 * here is written out wherever it is used.
 */
import type { z } from 'zod'
import { Credential } from '#contract/accounts/credentials.ts'
import { RoleRequest } from '#contract/accounts/role-requests.ts'
import { ManagedUser, PendingUser } from '#contract/accounts/user-management.ts'
import { User } from '#contract/accounts/users.ts'
import { ManagedAgent, SubmissionDetail, VersionDifference } from '#contract/agents/agent-review.ts'
import { Agent, AgentDetail, AgentStats, Price, PriceChange } from '#contract/agents/agents.ts'
import { Bench, BenchAgent, BenchCase, BenchFigures, BenchRun } from '#contract/agents/benches.ts'
import { AgentTests, Scorer } from '#contract/agents/evaluations.ts'
import { AgentDraft, OwnAgentDetail, OwnVersion, Submission } from '#contract/agents/publishing.ts'
import { ReportCaseDetail } from '#contract/agents/report-cases.ts'
import { ModeratedReview, Review } from '#contract/agents/reviews.ts'
import { Coupon } from '#contract/billing/coupons.ts'
import { DisputeDetail } from '#contract/billing/disputes.ts'
import { Order, OrderToPay } from '#contract/billing/payments.ts'
import { Refund } from '#contract/billing/refunds.ts'
import { CurrentSubscription, Renewal, Subscription } from '#contract/billing/subscriptions.ts'
import { IntegrationSummary } from '#contract/connectors/integrations.ts'
import {
  McpPackage,
  McpPackageCandidate,
  McpPackageSettings,
  McpPackageStart,
} from '#contract/connectors/mcp-packages.ts'
import { McpServer, McpTool } from '#contract/connectors/mcp-servers.ts'
import { Plugin, PluginCandidate } from '#contract/connectors/plugins.ts'
import { Ability } from '#contract/core/ability.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import { KnowledgeChunk, KnowledgeDocument } from '#contract/knowledge/documents.ts'
import { KnowledgeSite } from '#contract/knowledge/sites.ts'
import { KnowledgeSource } from '#contract/knowledge/sources.ts'
import { ExecutionLogDetail } from '#contract/runs/execution-logs.ts'
import { Execution, ExecutionSummary, NodeRun, RunError } from '#contract/runs/executions.ts'
import { RunPayout } from '#contract/selling/payouts.ts'
import { ServiceSchedule } from '#contract/services/service-schedules.ts'
import { ServiceDetail } from '#contract/services/services.ts'
import { WorkflowComment } from '#contract/workflows/comments.ts'
import { DataTable, TableColumn, TableRow } from '#contract/workflows/data-tables.ts'
import { WorkflowVersion } from '#contract/workflows/versions.ts'
import { Workflow, WorkflowSummary } from '#contract/workflows/workflows.ts'

export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Ability,
  Agent,
  AgentDetail,
  AgentDraft,
  AgentStats,
  AgentTests,
  Bench,
  BenchAgent,
  BenchCase,
  BenchFigures,
  BenchRun,
  Coupon,
  Credential,
  CurrentSubscription,
  DataTable,
  DisputeDetail,
  Execution,
  ExecutionLogDetail,
  ExecutionSummary,
  IntegrationSummary,
  KnowledgeChunk,
  KnowledgeDetail,
  KnowledgeDocument,
  KnowledgeSite,
  KnowledgeSource,
  ManagedAgent,
  ManagedUser,
  McpPackage,
  McpPackageCandidate,
  McpPackageSettings,
  McpPackageStart,
  McpServer,
  McpTool,
  ModeratedReview,
  NodeRun,
  Order,
  OrderToPay,
  OwnAgentDetail,
  OwnVersion,
  PendingUser,
  Plugin,
  PluginCandidate,
  Price,
  PriceChange,
  Refund,
  Renewal,
  ReportCaseDetail,
  Review,
  RoleRequest,
  RunError,
  RunPayout,
  Scorer,
  ServiceDetail,
  ServiceSchedule,
  Submission,
  SubmissionDetail,
  Subscription,
  TableColumn,
  TableRow,
  Timestamp,
  User,
  VersionDifference,
  Workflow,
  WorkflowComment,
  WorkflowSummary,
  WorkflowVersion,
}
