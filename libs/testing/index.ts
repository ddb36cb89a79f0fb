export { NameyardError } from '../client/index.js';
export { connectNameyard, type ConnectOptions, connectWorld } from './connect.js';
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
export { describeCoverage, describeFinding } from './explore/reports/story.js';
export { writeCertificate, writeReports, writeTest } from './explore/reports/write.js';
