/** An alert as a store keeps it. */
export interface StoredAlert {
  readonly job: string;
  /** What the alert is about, such as `run` or `stale` */
  readonly kind: string;
  readonly status: 'open' | 'closed';
  /** Since when it has this status, in milliseconds since 1970 */
  readonly since: number;
  /** What else is remembered, as JSON */
  readonly data: string;
}

/** A message that waits for its delivery. */
export interface OutboxMessage {
  /** The same at each attempt, and for each receiver */
  readonly id: string;
  /** The name of the receiver. The messages of one job to one receiver are delivered in their order. */
  readonly target: string;
  readonly job: string;
  /** When it was written, in milliseconds since 1970 */
  readonly at: number;
  /** The text that is sent */
  readonly body: string;
}

/**
 * The state of a message: `refused` and `gone` are set by its receiver; `expired` means that it was not delivered in
 * time.
 */
export type MessageStatus = 'waiting' | 'delivered' | 'refused' | 'gone' | 'expired';

/** A message as the outbox keeps it. */
export interface StoredMessage extends OutboxMessage {
  /** Above that of every message that was written before */
  readonly position: number;
  readonly status: MessageStatus;
  /** How many attempts were made */
  readonly attempts: number;
  /** Why the last attempt failed */
  readonly because: string | undefined;
}

/** A message that this process may deliver until its claim expires. */
export interface ClaimedMessage extends StoredMessage {
  /** Proves to `settleMessage` that no other process has claimed the message since. A text of the store's own */
  readonly claim: string;
}

/** What waits for one receiver. */
export interface Backlog {
  /** The name of the receiver */
  readonly target: string;
  /** How many messages wait, at least 1 */
  readonly waiting: number;
  /** When the oldest of them was written, in milliseconds since 1970 */
  readonly oldest: number;
}

/** The alerts of a consumer, and the right to change them. */
export interface AlertTurn {
  /** Proves to `writeAlerts` that nobody else has changed them since. A text of the store's own */
  readonly fence: string;
  /** The position of the last event that the alerts know */
  readonly position: number;
  readonly alerts: readonly StoredAlert[];
}

/** What one event, or one look at the clock, changes. All of it is written, or nothing. */
export interface AlertChange {
  /** The consumer of the events, whose alerts these are */
  readonly consumer: string;
  readonly fence: string;
  /** Acknowledges the events up to this one. An earlier position than the last one changes nothing. */
  readonly position: number;
  /** Alerts that are new or have changed */
  readonly alerts: readonly StoredAlert[];
  readonly messages: readonly OutboxMessage[];
}

/** Which messages to claim. */
export interface ClaimQuery {
  /** Messages to these receivers */
  readonly targets: readonly string[];
  /** Messages that may be tried at this moment, in milliseconds since 1970 */
  readonly now: number;
  /** How long no other process gets them, in milliseconds. PostgreSQL counts it by the database's clock. */
  readonly lease: number;
  readonly limit: number;
}

/** How an attempt to deliver a message ended. */
export interface MessageResult {
  /** `waiting` for another attempt */
  readonly status: MessageStatus;
  /** When the attempt ended, in milliseconds since 1970 */
  readonly at: number;
  /** When the next attempt may be made. @default at once */
  readonly retryAt?: number | undefined;
  /** Why it failed */
  readonly because?: string | undefined;
}

/**
 * Keeps alerts and their messages. Alerts, messages and the acknowledgement of the event that caused them are written
 * in one transaction: a process can be killed at any time, and no event is lost or counted twice. The stores of this
 * package implement it.
 */
export interface AlertStore {
  /** @returns the alerts of a consumer, and its turn */
  readAlerts(consumer: string): Promise<AlertTurn>;

  /**
   * Writes a change.
   *
   * @returns the fence of the next change
   * @throws FenceError if another process has changed the alerts since the turn was read. Nothing is written then
   */
  writeAlerts(change: AlertChange): Promise<string>;

  /**
   * Claims the first waiting message of each job and receiver, the oldest first. While a message waits or is claimed, no
   * later one of the same job to the same receiver can be claimed.
   */
  claimMessages(query: ClaimQuery): Promise<readonly ClaimedMessage[]>;

  /**
   * Ends the claim of a message and writes what became of it. It counts an attempt.
   *
   * @returns false if the claim has expired and another process has the message; nothing is written then
   */
  settleMessage(message: Pick<ClaimedMessage, 'position' | 'claim'>, result: MessageResult): Promise<boolean>;

  /** Sets aside all messages that wait for a receiver. @returns how many messages */
  abandonMessages(target: string, result: Pick<MessageResult, 'at' | 'because'>): Promise<number>;

  /** @returns messages, newest first */
  readMessages(query: {
    readonly status?: MessageStatus | undefined;
    readonly limit: number;
  }): Promise<readonly StoredMessage[]>;

  /** @returns the waiting messages of each receiver, by name; receivers without waiting messages are left out */
  readBacklog(): Promise<readonly Backlog[]>;

  /** Deletes messages that no longer wait, and were settled before a moment. @returns how many */
  deleteMessages(settledBefore: number): Promise<number>;
}
