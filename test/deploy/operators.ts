/** Types of the resources of operators, as far as the overlay uses them, after their CustomResourceDefinitions. */
import type { IPersistentVolumeClaimSpec } from 'kubernetes-models/v1/PersistentVolumeClaimSpec';
import type { IAffinity } from 'kubernetes-models/v1/Affinity';
import type { IPodSecurityContext } from 'kubernetes-models/v1/PodSecurityContext';
import type { IResourceRequirements } from 'kubernetes-models/v1/ResourceRequirements';

interface Resource<ApiVersion extends string, Kind extends string, Spec> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: { name: string };
  spec: Spec;
}

/** CloudNativePG 1.27. */
export type ICluster = Resource<
  'postgresql.cnpg.io/v1',
  'Cluster',
  {
    instances: number;
    bootstrap?: {
      initdb?: {
        database?: string;
        owner?: string;
        encoding?: string;
        localeCollate?: string;
        localeCType?: string;
        dataChecksums?: boolean;
        postInitSQL?: string[];
      };
    };
    postgresql?: {
      parameters?: Record<string, string>;
      synchronous?: { method: 'any' | 'first'; number: number; dataDurability?: 'required' | 'preferred' };
    };
    affinity?: {
      enablePodAntiAffinity?: boolean;
      podAntiAffinityType?: 'required' | 'preferred';
      topologyKey?: string;
    };
    storage?: { size?: string; storageClass?: string };
  }
>;

interface Secret {
  name?: string;
  key?: string;
}

interface RedisPods {
  clusterSize: number;
  podSecurityContext?: IPodSecurityContext;
  kubernetesConfig: {
    image: string;
    imagePullPolicy?: string;
    redisSecret?: Secret;
    resources?: IResourceRequirements;
  };
  affinity?: IAffinity;
}

export type IRedisReplication = Resource<
  'redis.redis.opstreelabs.in/v1beta2',
  'RedisReplication',
  RedisPods & { storage?: { volumeClaimTemplate?: { spec?: IPersistentVolumeClaimSpec } } }
>;

export type IRedisSentinel = Resource<
  'redis.redis.opstreelabs.in/v1beta2',
  'RedisSentinel',
  RedisPods & {
    redisSentinelConfig?: {
      redisReplicationName: string;
      masterGroupName?: string;
      quorum?: string;
      downAfterMilliseconds?: string;
      failoverTimeout?: string;
      redisReplicationPassword?: { secretKeyRef?: { name?: string; key: string } };
    };
  }
>;
