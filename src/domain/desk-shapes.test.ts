import { describe, expect, it } from 'vitest';
import { AgentConfigs, WorkflowConfig } from './desk-agents.ts';
import {
  AgentOutput,
  ChitchatRouting,
  DeskFailure,
  DeskFinal,
  DeskProgress,
  FlowAction,
  PerformanceMetrics,
  SemanticRouting,
} from './desk-output.ts';
import { DeskRequest } from './desk-request.ts';

/** Each shape as its specification draws it: the same keys, nested alike. */
const EVIDENCE = {
  url: 'https://intra.example/policies/punctuality',
  created_at: '2025-08-20T03:12:45Z',
  source_type: 'rag',
  scope: 'private',
  relevance_score: 0.92,
};
const TASK = { agent: 'hr', tool: 'rag_tool', message: 'Truy vấn nội quy đi muộn', status: 'pending' };
const METRICS = {
  query_processing_time_ms: 520,
  agent_execution_times: { general: 97, hr: 354 },
  tool_usage_stats: { rag_tool: { calls: 3, avg_time_ms: 132 } },
  conflict_resolution_time_ms: 21,
  cache_hit_ratio: 0.33,
  content_quality_metrics: {
    hr_agent: { completeness: 'comprehensive', recency: 'within_30_days', domain_match: 'perfect' },
    general_agent: {
      completeness: 'partial_with_context',
      recency: 'within_90_days',
      domain_match: 'general',
    },
  },
};
const ACTIONS = [
  {
    order: 1,
    node_id: 'Router',
    type: 'router',
    agent: null,
    tool: null,
    status: 'done',
    started_at: '2025-09-09T09:00:00Z',
    ended_at: '2025-09-09T09:00:01Z',
    metadata: { decision: 'reflection_needed' },
  },
  {
    order: 2,
    node_id: 'PermissionCheck',
    type: 'permission',
    agent: null,
    tool: null,
    status: 'done',
    details: { scope: ['public', 'private'] },
  },
  {
    order: 3,
    node_id: 'general#rag',
    type: 'agent_tool',
    agent: 'general',
    tool: 'rag_tool',
    query_index: 1,
    status: 'done',
    duration_ms: 97,
    input_hash: '5b4ae6',
    output_hash: 'f1c202',
  },
  {
    order: 4,
    node_id: 'hr#summary',
    type: 'agent_tool',
    agent: 'hr',
    tool: 'summary_tool',
    status: 'done',
    duration_ms: 55,
    depends_on: ['hr#rag:1', 'hr#rag:2'],
  },
  {
    order: 5,
    node_id: 'ConflictResolver',
    type: 'resolver',
    status: 'done',
    policy: 'prefer_hr_if_internal',
    duration_ms: 21,
    resolved_conflicts: 2,
  },
  { order: 6, node_id: 'AnswerFormatter', type: 'formatter', status: 'done', duration_ms: 10 },
  {
    order: 7,
    node_id: 'ErrorHandler',
    type: 'error_handler',
    status: 'handled',
    error_details: { failed_agent: 'hr', failed_tool: 'rag_tool', error_type: 'timeout' },
  },
];
const AGENT = {
  agent: 'hr',
  queries: [
    { index: 1, query: 'Đi muộn?', context: 'Từ nội quy', answer: 'Bị trừ điểm.', evidence: [EVIDENCE] },
  ],
  tool_trace: [{ tool: 'rag_tool', status: 'ok', duration_ms: 143 }],
};
const NAMED = { agent: 'hr', tool: 'rag_tool', purpose: 'Tìm chính sách' };

describe('the desk’s shapes', () => {
  it.each([
    [
      'input',
      DeskRequest,
      {
        query: 'giá trị cốt lõi',
        history_chat: [{ role: 'user', content: 'chào', timestamp: '2025-09-09T09:00:00Z' }],
        user_context: { user_id: 'u', tenant_id: 't', permissions: ['public', 'private'], department: 'hr' },
        agents: { hr: { desc: 'chấm công', tools: [{ name: 'rag_tool', description: 'tìm kiếm' }] } },
      },
    ],
    [
      'semantic routing',
      SemanticRouting,
      {
        original_query: 'a',
        refined_query: 'A?',
        agents: {
          hr: {
            queries: [{ 1: 'Đi muộn?' }, { 2: 'Hậu quả?' }],
            tools: ['rag_tool', 'math_tool'],
            sequential_tools: ['rag_tool', 'summary_tool', 'math_tool'],
          },
        },
        permission: { user_access: ['public', 'private'] },
        execution_flow: {
          planning: {
            tasks: [
              { 1: [TASK, TASK], 2: [TASK] },
              { 3: [{ ...TASK, agent: 'orchestrator', purpose: 'Tổng hợp' }] },
            ],
            aggregate_status: 'pending',
          },
          conflict_resolution: 'So sánh; ưu tiên HR',
        },
      },
    ],
    ['small talk', ChitchatRouting, { refined_query: '', is_chitchat: true, chitchat_response: 'Xin chào!' }],
    ['agent output', AgentOutput, AGENT],
    ['metrics', PerformanceMetrics, METRICS],
    [
      'final output',
      DeskFinal,
      {
        answer: 'Có 4 giá trị.',
        evidence: [EVIDENCE],
        reasoning: 'Ưu tiên HR.',
        confidence_score: 0.89,
        follow_up_questions: ['Mấy giá trị?'],
        flow_action: ACTIONS,
        execution_metadata: {
          total_duration_ms: 520,
          agents_invoked: ['general', 'hr'],
          tools_executed: ['rag_tool', 'summary_tool'],
          total_queries: 3,
          conflict_resolution_applied: true,
          department_permission_filtering: true,
          accessible_departments: ['hr', 'it', 'general'],
        },
        performance_metrics: METRICS,
      },
    ],
    [
      'error',
      DeskFailure,
      {
        error: true,
        error_code: 'AGENT_EXECUTION_FAILED',
        error_message: 'hr agent failed to execute rag_tool',
        partial_results: {
          general: { status: 'success', answer: 'Có 4 giá trị.' },
          hr: { status: 'failed', error: 'Tool timeout' },
        },
        fallback_answer: 'Có 4 giá trị; chưa rõ về đi muộn.',
        flow_action: ACTIONS.slice(-1),
        performance_metrics: METRICS,
      },
    ],
  ])('%s', (_name, schema, example) => {
    expect(schema.parse(example)).toEqual(example);
  });

  it.each([
    {
      processing_status: 'plan_ready',
      progress_percentage: 75,
      progress_message: 'Execution plan is ready',
      plan_summary: { total_tasks: 1, tasks: [{ step_number: 1, ...NAMED, message: 'Tìm' }] },
    },
    {
      processing_status: 'executing_task',
      progress_percentage: 75,
      progress_message: 'Task 1/1',
      current_task: NAMED,
    },
    {
      processing_status: 'task_completed',
      progress_percentage: 95,
      progress_message: 'Completed 1/1',
      completed_task: { ...NAMED, status: 'completed' },
    },
    {
      processing_status: 'ready_for_resolution',
      progress_percentage: 95,
      progress_message: 'All tasks completed, proceeding to final response',
      agent_responses: [AGENT],
    },
  ])('progress: $processing_status', (output) => {
    const event = { node: 'execute_planning', output };
    expect(DeskProgress.parse(event)).toEqual(event);
  });

  it('settings have every key of the specification, with its defaults but for the relevance scale', () => {
    expect(WorkflowConfig.parse({})).toEqual({
      max_concurrent_agents: 5,
      timeout_per_agent_ms: 30_000,
      max_retries: 3,
      enable_caching: true,
      cache_ttl_seconds: 3_600,
      conflict_resolution_threshold: 0.1,
      min_relevance_score: 0.3,
      enable_follow_up_questions: true,
      max_follow_up_questions: 5,
    });
    expect(AgentConfigs.parse({})).toEqual({
      default_timeout_ms: 30_000,
      max_queries_per_agent: 10,
      enable_parallel_execution: true,
      tool_selection_strategy: 'relevance_based',
      output_format: 'structured_json',
    });
  });

  it('take nothing that is not in them', () => {
    expect(FlowAction.safeParse({ ...ACTIONS[0], secret: 1 }).success).toBe(false);
    expect(AgentOutput.safeParse({ ...AGENT, secret: 1 }).success).toBe(false);
  });
});
