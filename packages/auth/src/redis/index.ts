export { redisTokenStore, type RedisClient } from './redis-token-store.ts';
