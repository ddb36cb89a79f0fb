import { Module } from '@nestjs/common';
import { Storefronts } from './storefronts.js';

const services = [Storefronts];

@Module({ providers: services, exports: services })
export class StorefrontModule {}
