export { connectNameyard, type ConnectOptions } from './connect.js';
export type { NameyardServer } from './nameyard-server.js';
export { startNameyard, type StartOptions } from './start.js';
export { EventNotReceivedError, StartError, VerificationError } from './errors.js';
export type { Answer, NextOptions, Receiver, ReceiverOptions, RejectedWebhook } from './receiver.js';
export type { Advance, World, WorldOptions } from './world.js';
export { explore, ExploreError } from './explore/explore.js';
export type {
  Customer,
  ExploreConfig,
  ExploreOptions,
  Outcome,
  Progress,
  Purchase,
  Step,
  Template,
} from './explore/options.js';
export type { Finding, PlanResult, Report, StoryStep, Unconfirmed } from './explore/report.js';
