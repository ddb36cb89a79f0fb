import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { Engine } from './engine.js';

/** The queue for the process that works in the background. Jobs are nudges: what is to be done stands in PostgreSQL. */
@Module({})
export class QueueModule {
  static for(...names: string[]): DynamicModule {
    const root = BullModule.forRootAsync({ useClass: Engine });
    const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const queues = BullModule.registerQueue(...names.map(name => ({ name, defaultJobOptions })));
    return { module: QueueModule, imports: [root, queues], exports: [queues] };
  }
}
