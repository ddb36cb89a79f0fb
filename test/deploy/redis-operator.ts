import type { Schema } from './schemas.js';

const STRING = { type: 'string' };

const PODS = {
  clusterSize: { type: 'integer', format: 'int32' },
  podSecurityContext: coreSchema('PodSecurityContext'),
  kubernetesConfig: objectOf(
    {
      image: STRING,
      imagePullPolicy: STRING,
      redisSecret: objectOf({ name: STRING, key: STRING }),
      resources: coreSchema('ResourceRequirements'),
    },
    'image',
  ),
  affinity: coreSchema('Affinity'),
};

/**
 * Schemas of the redis-operator, as far as the overlay uses them. They follow the CustomResourceDefinitions of version
 * 0.26; not every module proxy serves the module that contains them.
 */
export const REDIS_OPERATOR = {
  RedisReplication: resourceWith({
    storage: objectOf({ volumeClaimTemplate: objectOf({ spec: coreSchema('PersistentVolumeClaimSpec') }) }),
  }),
  RedisSentinel: resourceWith({
    redisSentinelConfig: objectOf(
      {
        redisReplicationName: STRING,
        masterGroupName: STRING,
        quorum: STRING,
        downAfterMilliseconds: STRING,
        failoverTimeout: STRING,
        redisReplicationPassword: coreSchema('EnvVarSource'),
      },
      'redisReplicationName',
    ),
  }),
};

function resourceWith(properties: Record<string, Schema>): Schema {
  const spec = objectOf({ ...PODS, ...properties }, 'clusterSize', 'kubernetesConfig');
  return objectOf({ apiVersion: STRING, kind: STRING, metadata: {}, spec }, 'spec');
}

function objectOf(properties: Record<string, Schema>, ...required: string[]): Schema {
  return { type: 'object', properties, required };
}

function coreSchema(name: string): Schema {
  return { $ref: `/v1#/components/schemas/io.k8s.api.core.v1.${name}` };
}
