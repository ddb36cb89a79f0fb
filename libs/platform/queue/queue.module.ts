import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import { QueueConfiguration } from './queue-configuration.js';

/** Queues of the worker. Jobs contain IDs only; the work itself is stored in PostgreSQL. */
@Module({})
export class QueueModule {
  static for(...names: string[]): DynamicModule {
    const root = BullModule.forRootAsync({ useClass: QueueConfiguration });
    const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const queues = BullModule.registerQueue(...names.map(name => ({ name, defaultJobOptions })));
    return { module: QueueModule, imports: [root, queues], exports: [queues] };
  }
}
