import type { Client } from '../client.ts';
import { TOOLS, type Tool } from './tools.ts';

/** A JSON-RPC 2.0 message, as the Model Context Protocol has them. A notification has no id. */
export type RpcMessage = {
  jsonrpc: '2.0';
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
};

export type RpcAnswer = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string } }
);

const PROTOCOL = '2025-06-18';
const PARSE_ERROR = -32700;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** The answer to a line of input; undefined for a notification. */
export async function answerRpc(line: string, client: Client): Promise<RpcAnswer | undefined> {
  const message = parse(line);
  if (message === undefined) return failure(null, PARSE_ERROR, 'not a JSON-RPC message');
  const { id, method = '', params = {} } = message;
  if (id === undefined) return undefined;
  const result = (value: unknown): RpcAnswer => ({ jsonrpc: '2.0', id, result: value });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: PROTOCOL,
        capabilities: { tools: {} },
        serverInfo: { name: 'semaforo', version: '1' },
        instructions: 'Reads weather-alert signals and proposes to people. It never lights a lamp.',
      });
    case 'ping':
      return result({});
    case 'tools/list':
      return result({
        tools: Object.entries(TOOLS).map(([name, { description, inputSchema }]) => ({
          ...{ name, description, inputSchema },
        })),
      });
    case 'tools/call': {
      const tool = toolNamed(params.name);
      if (tool === undefined) return failure(id, INVALID_PARAMS, 'there is no such tool');
      return result(await callTool(tool, params.arguments, client));
    }
    default:
      return failure(id, METHOD_NOT_FOUND, 'method not found');
  }
}

function toolNamed(name: unknown): Tool | undefined {
  return typeof name === 'string' && Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
}

/** A refusal is an answer that the assistant can read, with the sentence of the server. */
async function callTool(tool: Tool, given: unknown, client: Client) {
  const args = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await tool.call(client, args)) }] };
  } catch (error) {
    const text = error instanceof Error ? error.message : 'failed';
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function parse(line: string): RpcMessage | undefined {
  try {
    const message = JSON.parse(line) as RpcMessage | null;
    return message?.jsonrpc === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

function failure(id: string | number | null, code: number, message: string): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
