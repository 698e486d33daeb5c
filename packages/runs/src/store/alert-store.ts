/** An alert in a store. */
export interface StoredAlert {
  readonly job: string;
  /** What the alert is about, such as `run` or `stale` */
  readonly kind: string;
  readonly status: 'open' | 'closed';
  /** When it got this status, in milliseconds since 1970 */
  readonly since: number;
  /** The rest of the state, as JSON */
  readonly data: string;
}

/** A message that waits for delivery. */
export interface OutboxMessage {
  /** The id, which is the same for every attempt and every receiver */
  readonly id: string;
  /** The name of the receiver. The messages of one job to one receiver are delivered in order. */
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

/** A message in the outbox. */
export interface StoredMessage extends OutboxMessage {
  /** Greater than the position of every earlier message */
  readonly position: number;
  readonly status: MessageStatus;
  /** Number of attempts */
  readonly attempts: number;
  /** Why the last attempt failed */
  readonly because: string | undefined;
}

/** A message that this process may deliver until its claim expires. */
export interface ClaimedMessage extends StoredMessage {
  /** Proves to `settleMessage` that no other process has claimed the message since. The store defines the format */
  readonly claim: string;
}

/** The messages that wait for one receiver. */
export interface Backlog {
  /** The name of the receiver */
  readonly target: string;
  /** Number of waiting messages, at least 1 */
  readonly waiting: number;
  /** When the oldest of them was written, in milliseconds since 1970 */
  readonly oldest: number;
}

/** The alerts of a consumer, and the right to change them. */
export interface AlertTurn {
  /** Proves to `writeAlerts` that no other process has changed them since. The store defines the format */
  readonly fence: string;
  /** The position of the last event that the alerts include */
  readonly position: number;
  readonly alerts: readonly StoredAlert[];
}

/** The change that one event, or one check of the time, causes. It is written completely or not at all. */
export interface AlertChange {
  /** The consumer that owns the alerts */
  readonly consumer: string;
  readonly fence: string;
  /** Acknowledges the events up to this one. An earlier position than the last one changes nothing. */
  readonly position: number;
  /** New and changed alerts */
  readonly alerts: readonly StoredAlert[];
  readonly messages: readonly OutboxMessage[];
}

/** Which messages to claim. */
export interface ClaimQuery {
  /** Messages to these receivers */
  readonly targets: readonly string[];
  /** Messages that may be tried at this moment, in milliseconds since 1970 */
  readonly now: number;
  /** How long no other process can claim them, in milliseconds. PostgreSQL uses the database's clock. */
  readonly lease: number;
  readonly limit: number;
}

/** The result of an attempt to deliver a message. */
export interface MessageResult {
  /** `waiting` for another attempt */
  readonly status: MessageStatus;
  /** When the attempt ended, in milliseconds since 1970 */
  readonly at: number;
  /** When the next attempt may be made. @default immediately */
  readonly retryAt?: number | undefined;
  /** Why it failed */
  readonly because?: string | undefined;
}

/**
 * Keeps alerts and their messages. Alerts, messages and the acknowledgement of the event that caused them are written
 * in one transaction, so if a process is killed, no event is lost or counted twice. The stores of this package
 * implement it.
 */
export interface AlertStore {
  /** @returns the alerts of a consumer, and the fence for changing them */
  readAlerts(consumer: string): Promise<AlertTurn>;

  /**
   * Writes a change.
   *
   * @returns the fence of the next change
   * @throws FenceError if another process has changed the alerts since they were read. In that case, nothing is written
   */
  writeAlerts(change: AlertChange): Promise<string>;

  /**
   * Claims the first waiting message of each job and receiver, oldest first. While a message waits or is claimed, no
   * later one of the same job to the same receiver can be claimed.
   */
  claimMessages(query: ClaimQuery): Promise<readonly ClaimedMessage[]>;

  /**
   * Ends the claim of a message and stores the result. It counts as an attempt.
   *
   * @returns false if the claim has expired and another process has the message; in that case, nothing is written
   */
  settleMessage(message: Pick<ClaimedMessage, 'position' | 'claim'>, result: MessageResult): Promise<boolean>;

  /** Sets aside all messages that wait for a receiver. @returns the number of messages */
  abandonMessages(target: string, result: Pick<MessageResult, 'at' | 'because'>): Promise<number>;

  /** @returns messages, newest first */
  readMessages(query: {
    readonly status?: MessageStatus | undefined;
    readonly limit: number;
  }): Promise<readonly StoredMessage[]>;

  /** @returns the waiting messages of each receiver, by name; receivers without waiting messages are left out */
  readBacklog(): Promise<readonly Backlog[]>;

  /** Deletes messages that were settled before a moment. @returns the number of messages */
  deleteMessages(settledBefore: number): Promise<number>;
}
