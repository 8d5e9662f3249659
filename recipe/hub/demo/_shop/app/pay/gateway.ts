// The payment gateway, as the shop sees it.

import { log } from '../log';

export type Status = 'pending' | 'done' | 'refused';

export interface RiskAnswer {
  approved: boolean;
  reason: string;
}

export interface Options {
  url: string;
  key: string;
  riskUrl?: string;
  timeoutMs: number;
}

export class GatewayError extends Error {
  constructor(readonly status: number, readonly path: string) {
    super(`the gateway answered ${status} to ${path}`);
  }
}

export class Gateway {
  constructor(private readonly options: Options) {}

  async charge(orderId: string, cents: number, currency: string): Promise<string> {
    const risk = await this.risk(orderId, cents);
    if (!risk.approved) {
      throw new Error(`order ${orderId} was stopped: ${risk.reason}`);
    }
    const answer = await this.post('/charges', { orderId, cents, currency });
    return String(answer.id);
  }

  async refund(id: string): Promise<void> {
    await this.post('/refunds', { id });
  }

  async status(id: string): Promise<Status> {
    const answer = await this.post('/refunds/status', { id });
    return answer.status as Status;
  }

  /** Asks the risk service whether an order may be charged. */
  private async risk(orderId: string, cents: number): Promise<RiskAnswer> {
    if (!this.options.riskUrl) {
      return { approved: true, reason: 'no risk service is configured' };
    }
    try {
      const answer = await this.call(this.options.riskUrl, { orderId, cents });
      return { approved: answer.score < 80, reason: `score ${answer.score}` };
    } catch (err) {
      log.warn('risk service did not answer', { orderId, err: String(err) });
      return { approved: true, reason: 'risk service did not answer' };
    }
  }

  private post(path: string, body: unknown) {
    return this.call(this.options.url + path, body);
  }

  private async call(url: string, body: unknown) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.options.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.options.timeoutMs),
    });
    if (!response.ok) {
      throw new GatewayError(response.status, new URL(url).pathname);
    }
    return response.json();
  }
}
